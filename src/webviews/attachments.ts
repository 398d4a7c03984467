// Files that the user pastes or drops into text boxes, or selects with a button. The extension uploads them.
import { send } from './host';
import { formNameOf, textBoxIn, textBoxOfForm, textEditorOf } from './text-boxes';
import { replaceText } from './text-edits';

/** Place where the Markdown of a file is inserted, as an offset in the text. It moves with the text around it. */
interface Mark {
  readonly form: string;
  at: number;
}
const marks = new Map<string, Mark>();
/** The last texts of forms with marks. */
const texts = new Map<string, string>();
let count = 0;

/** Returns the name of a new mark at the cursor. Names of earlier page loads are never used again. */
function markIn(editor: HTMLElement, box: HTMLTextAreaElement): string {
  const mark = `${Date.now()}-${++count}`;
  const form = formNameOf(editor);
  marks.set(mark, { form, at: box.selectionEnd });
  texts.set(form, box.value);
  return mark;
}

/** Moves the marks of a text box after it was edited. */
function follow(form: string, text: string): void {
  const before = texts.get(form);
  if (before === undefined || before === text) return;
  const shorter = Math.min(before.length, text.length);
  let same = 0;
  while (same < shorter && before[same] === text[same]) same++;
  let sameEnd = 0;
  while (sameEnd < shorter - same && before.at(-1 - sameEnd) === text.at(-1 - sameEnd)) sameEnd++;
  for (const mark of marks.values()) {
    if (mark.form !== form || mark.at <= same) continue;
    mark.at =
      mark.at >= before.length - sameEnd ? mark.at + text.length - before.length : text.length - sameEnd;
  }
  texts.set(form, text);
  // Without a mark, a file is inserted at the end.
  if (text !== '') return;
  texts.delete(form);
  for (const [name, mark] of marks) if (mark.form === form) marks.delete(name);
}

addEventListener('input', ({ target }) => {
  const editor = textEditorOf(target);
  if (editor !== null && target instanceof HTMLTextAreaElement) follow(formNameOf(editor), target.value);
});

async function attach(editor: HTMLElement, box: HTMLTextAreaElement, files: readonly File[]): Promise<void> {
  const mark = markIn(editor, box);
  for (const file of files) {
    const { name, size } = file;
    // The extension reports files without data: larger ones, folders, and files that no longer exist.
    const isTooLarge = size > Number(editor.dataset['mostBytes']);
    // oxlint-disable-next-line switchyard/ignored-failures -- see above
    const data = isTooLarge ? undefined : await file.arrayBuffer().catch(() => undefined);
    send({ kind: 'attach', form: formNameOf(editor), mark, file: { name, size, ...(data && { data }) } });
  }
}

/** Attaches the files. Returns false if there are none, or if the target isn't a text box for Markdown. */
function attached(target: EventTarget | null, data: DataTransfer | null): boolean {
  const editor = textEditorOf(target);
  const files = [...(data?.files ?? [])];
  if (editor === null || !(target instanceof HTMLTextAreaElement) || files.length === 0) return false;
  void attach(editor, target, files);
  return true;
}

addEventListener('paste', (event) => {
  // Programs such as spreadsheets copy a picture in addition to the text.
  if (event.clipboardData?.types.includes('text/plain') === true) return;
  if (attached(event.target, event.clipboardData)) event.preventDefault();
});

const draggedOver = (event: DragEvent): HTMLElement | null =>
  event.dataTransfer?.types.includes('Files') === true && event.target instanceof HTMLTextAreaElement
    ? textEditorOf(event.target)
    : null;

function showDropping(editor: HTMLElement | null): void {
  for (const each of document.querySelectorAll('.dropping'))
    if (each !== editor) each.classList.remove('dropping');
  editor?.classList.add('dropping');
}

addEventListener('dragover', (event) => {
  const editor = draggedOver(event);
  showDropping(editor);
  if (editor !== null) event.preventDefault();
});
addEventListener('dragleave', () => {
  showDropping(null);
});
addEventListener('drop', (event) => {
  showDropping(null);
  if (attached(event.target, event.dataTransfer)) event.preventDefault();
});

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-attach]') : null;
  const editor = textEditorOf(button);
  const box = editor === null ? null : textBoxIn(editor);
  if (editor !== null && box !== null)
    send({ kind: 'attach', form: formNameOf(editor), mark: markIn(editor, box) });
});

/** Inserts the Markdown of a file. Adds blanks, so that it doesn't touch other text. */
export function insertAttachment(name: string, mark: string, markdown: string): void {
  const box = textBoxOfForm(name);
  if (box === null) return;
  const { value, selectionStart, selectionEnd } = box;
  const at = Math.min(marks.get(mark)?.at ?? value.length, value.length);
  const before = at === 0 || /\s/.test(value.charAt(at - 1)) ? '' : ' ';
  const after = at === value.length || /\s/.test(value.charAt(at)) ? '' : ' ';
  const insert = `${before}${markdown}${after}`;
  const moved = (offset: number): number => (offset < at ? offset : offset + insert.length);
  const edit = { from: at, to: at, insert, start: moved(selectionStart), end: moved(selectionEnd) };
  if (!marks.has(mark)) texts.set(name, value);
  if (document.activeElement === box) replaceText(box, edit);
  else {
    // The focus stays where the user is.
    box.setRangeText(insert, at, at, 'preserve');
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  // The next file follows this one.
  marks.set(mark, { form: name, at: at + before.length + markdown.length });
  texts.set(name, box.value);
}
