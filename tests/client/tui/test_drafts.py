"""Answers not given yet outlive the program."""

from __future__ import annotations

from pathlib import Path

from client.local.kept import DRAFT, KeptDraft, forget_draft, keep_draft, kept_draft


def test_a_draft_is_there_again_for_the_same_question_alone(tmp_path: Path) -> None:
    keep_draft(tmp_path, KeptDraft("4f0c11d2", 7, "bid 1 0 2 0"))
    keep_draft(tmp_path, KeptDraft("4f0c11d2", 9, "bid 2 0 0 0"))

    assert kept_draft(tmp_path, "4f0c11d2", 9) == "bid 2 0 0 0"
    assert kept_draft(tmp_path, "4f0c11d2", 7) == ""
    assert kept_draft(tmp_path, "another", 9) == ""
    assert (tmp_path / DRAFT).stat().st_mode & 0o777 == 0o600


def test_a_draft_can_be_forgotten_and_lost(tmp_path: Path) -> None:
    keep_draft(tmp_path, KeptDraft("4f0c11d2", 7, "bid 1 0 2 0"))
    forget_draft(tmp_path, "another")
    assert kept_draft(tmp_path, "4f0c11d2", 7) == "bid 1 0 2 0"
    forget_draft(tmp_path, "4f0c11d2")
    forget_draft(tmp_path, "4f0c11d2")
    forgotten = kept_draft(tmp_path, "4f0c11d2", 7)
    (tmp_path / DRAFT).write_bytes(b"\xff nonsense")
    (tmp_path / DRAFT).chmod(0o600)

    assert forgotten == kept_draft(tmp_path, "4f0c11d2", 7) == ""


def test_where_nothing_can_be_kept_nothing_breaks(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    keep_draft(tmp_path, KeptDraft("4f0c11d2", 7, "bid 1 0 2 0"))

    assert kept_draft(tmp_path, "4f0c11d2", 7) == ""
