// Keys go to the terminal without a click, and the token does not stay in the address.
history.replaceState(null, "", "/");
addEventListener("load", () => {
  const focus = () => document.querySelector("#terminal textarea")?.focus();
  new MutationObserver(focus).observe(document.body, { attributeFilter: ["class"] });
  addEventListener("focus", focus);
});
