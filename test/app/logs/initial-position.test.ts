import assert from 'node:assert/strict';
import { type PositionedEditor, setInitialPosition } from '../../../src/app/logs/initial-position';

/** Returns an editor that records what happens to it. `linked`: a line that a link shows while sections are folded. */
function recordingEditor(linked?: number) {
  const done: string[] = [];
  let [isScrolled, isMoved] = [false, false];
  let shown: number | undefined;
  const show = (line: number): void => {
    shown = line;
    done.push(`show ${line}`);
  };
  const editor: PositionedEditor = {
    isUntouched: () => shown === undefined && !isScrolled && !isMoved,
    hasSameCursor: () => !isMoved,
    fold: (lines) => {
      done.push(`fold ${lines.join(' ')}`);
      isScrolled = true;
      if (linked !== undefined) show(linked);
      // Folding moves the cursor to the start of its section.
      shown = linked === undefined ? shown : undefined;
      return Promise.resolve();
    },
    showLink: () => {
      if (linked !== undefined) show(linked);
      return linked !== undefined;
    },
    show,
  };
  const moveCursor = (): void => {
    isMoved = true;
  };
  return { editor, done, show, moveCursor };
}

describe('initial position of a log', () => {
  it('folds sections, then shows the failing line', async () => {
    const { editor, done } = recordingEditor();
    await setInitialPosition(editor, { folded: [2, 9], failing: 34 });
    assert.deepEqual(done, ['fold 2 9', 'show 34']);
  });

  it('stays where the user moved the cursor while sections were folded', async () => {
    const { editor, done, moveCursor } = recordingEditor();
    const fold = (lines: readonly number[]) => {
      moveCursor();
      return editor.fold(lines);
    };
    await setInitialPosition({ ...editor, fold }, { folded: [2], failing: 34 });
    assert.deepEqual(done, ['fold 2']);
  });

  it('shows the line of a link again that was shown while its section was folded', async () => {
    const { editor, done } = recordingEditor(4);
    await setInitialPosition(editor, { folded: [2], failing: 34 });
    assert.deepEqual(done, ['fold 2', 'show 4', 'show 4']);
  });

  it('changes nothing if another line is already shown', async () => {
    const { editor, done, show } = recordingEditor();
    show(4);
    await setInitialPosition(editor, { folded: [2], failing: 34 });
    assert.deepEqual(done, ['show 4']);
  });

  it('only folds sections if nothing failed', async () => {
    const { editor, done } = recordingEditor();
    await setInitialPosition(editor, { folded: [], failing: undefined });
    await setInitialPosition(editor, { folded: [3], failing: undefined });
    assert.deepEqual(done, ['fold 3']);
  });
});
