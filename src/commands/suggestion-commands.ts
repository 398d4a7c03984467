import {
  commands,
  Range,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import { findSuggested, suggestionTemplate, type Suggestion } from '../domain/suggestions';
import { suggestionsIn } from '../presentation/comment-markdown';
import { COMMAND } from '../presentation/command-ids';
import { REVIEW_SCHEME } from '../presentation/side-address';
import type { CommentCommandPorts } from './comment-ports';
import type { CommandRow } from './command-row';

/** Changes that comments suggest. */
export function suggestionCommands(ports: CommentCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.applySuggestion,
      failure: () => t('The suggestion was not applied.'),
      run: (argument) => apply(ports, argument),
    },
    {
      id: COMMAND.insertSuggestion,
      failure: () => t('The suggestion was not begun.'),
      run: () => insert(ports),
    },
  ];
}

async function apply(ports: CommentCommandPorts, argument: unknown): Promise<void> {
  const target = ports.boxes.targetOf(argument);
  const place = ports.boxes.placeOf(argument);
  if (target?.kind !== 'note' || place === undefined) {
    ports.prompts.tell('info', t('Open the thread in the diff, and apply the suggestion there.'), []);
    return;
  }
  const note = ports.discussions
    .peek(target.mergeRequest)
    ?.threads.find(({ id }) => id === target.discussion)
    ?.notes.find(({ id }) => id === target.note);
  const suggestion = await chosen(ports, suggestionsIn(note?.body ?? ''));
  if (suggestion === undefined) return;
  const start = place.line - suggestion.above;
  const original = place.lines.slice(start - 1, place.line + suggestion.below);
  if (start < 1 || original.length !== suggestion.above + suggestion.below + 1) {
    ports.prompts.tell('info', t('The suggestion is about lines that this file does not have.'), []);
    return;
  }
  const document = await localFile(ports, target.mergeRequest, place.path);
  if (document === undefined) return;
  await replace(ports, { document, suggestion, original, start, key: target.mergeRequest });
}

/** Of several suggestions in one comment, one that is chosen. */
async function chosen(
  { prompts }: CommentCommandPorts,
  suggestions: readonly Suggestion[],
): Promise<Suggestion | undefined> {
  if (suggestions.length < 2) return suggestions[0];
  return prompts.pick({
    title: t('Apply Suggestion'),
    placeholder: t('This comment suggests several changes'),
    items: suggestions.map((suggestion, index) => ({
      label: suggestion.lines[0]?.trim() ?? t('Take the lines away'),
      description: t('{0} of {1}', index + 1, suggestions.length),
      icon: 'edit',
      value: suggestion,
    })),
  });
}

/** The file of the workspace; undefined where there is none, which is told. */
async function localFile(
  ports: CommentCommandPorts,
  key: MergeRequestKey,
  path: string,
): Promise<TextDocument | undefined> {
  const { source_project_id: source } = await ports.mergeRequests.get(key);
  const projects = new Set([source ?? key.project, key.project]);
  const clones = await Promise.all(
    [...projects].map((project) => ports.clones.of({ base: key.base, project })),
  );
  for (const { repository } of clones.flat()) {
    const uri = Uri.joinPath(Uri.parse(repository, true), path);
    try {
      return await workspace.openTextDocument(uri);
    } catch {
      continue; // It is not in this clone.
    }
  }
  const said =
    clones.flat().length === 0
      ? t('The suggestion was not applied: no clone of the project is open here.')
      : t(
          'The suggestion was not applied: {0} is not in the workspace. Another branch may be checked out.',
          path,
        );
  ports.prompts.tell('error', said, [checkOut(key)]);
  return undefined;
}

const checkOut = (key: MergeRequestKey) => ({
  title: t('Check Out Branch'),
  run: async () => {
    const target = { kind: 'merge-request', mergeRequest: key };
    await commands.executeCommand(COMMAND.checkOutMergeRequest, { target });
  },
});

interface Replacing {
  readonly document: TextDocument;
  readonly suggestion: Suggestion;
  readonly original: readonly string[];
  readonly start: number;
  readonly key: MergeRequestKey;
}

async function replace(
  { prompts }: CommentCommandPorts,
  { document, suggestion, original, start, key }: Replacing,
): Promise<void> {
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  // The editor's lines have no carriage return at their end.
  const plain = (line: string): string => line.replace(/\r$/, '');
  const place = findSuggested(lines, original.map(plain), start, { lines: suggestion.lines.map(plain) });
  const name = workspace.asRelativePath(document.uri);
  const show = { title: t('Open File'), run: () => reveal(document, start) };
  if (place.kind !== 'there') {
    const said = {
      applied: t('The suggestion stands in {0} already.', name),
      gone: t('The suggestion was not applied: the lines that it changes are not in {0} as they were.', name),
      several: t(
        'The suggestion was not applied: the lines that it changes stand in {0} several times.',
        name,
      ),
    };
    prompts.tell(place.kind === 'applied' ? 'info' : 'error', said[place.kind], [
      show,
      ...(place.kind === 'gone' ? [checkOut(key)] : []),
    ]);
    return;
  }
  const [from, to] = [place.start - 1, place.end - 1];
  const edit = new WorkspaceEdit();
  const text = suggestion.lines.map(plain).join('\n');
  const isLast = to + 1 >= document.lineCount;
  if (suggestion.lines.length > 0 || isLast)
    edit.replace(document.uri, new Range(from, 0, to, lines[to]?.length ?? 0), text);
  else edit.delete(document.uri, new Range(from, 0, to + 1, 0));
  if (!(await workspace.applyEdit(edit))) {
    prompts.tell('error', t('The suggestion was not applied: the editor refused to change {0}.', name), [
      show,
    ]);
    return;
  }
  await reveal(document, place.start);
  prompts.mention(t('The suggestion is in {0} now.', name));
}

async function reveal(document: TextDocument, line: number): Promise<void> {
  const at = new Range(line - 1, 0, line - 1, 0);
  await window.showTextDocument(document, { selection: at, preview: false });
}

/** How long the editor takes at most to open a comment box, in milliseconds. */
const BOX_MS = 3_000;
/** Comment boxes are editors of their own. */
const isBox = ({ document }: TextEditor): boolean => document.uri.scheme === 'comment';

/** Opens a comment box at the selected lines with a suggestion in it: those lines, to be changed. */
async function insert({ prompts }: CommentCommandPorts): Promise<void> {
  const editor =
    window.activeTextEditor?.document.uri.scheme === REVIEW_SCHEME
      ? window.activeTextEditor
      : window.visibleTextEditors.find(({ document }) => document.uri.scheme === REVIEW_SCHEME);
  if (editor === undefined) {
    prompts.tell('info', t('Select the lines in the diff of a merge request first.'), []);
    return;
  }
  const { document, selection } = editor;
  // A selection that ends before the first character of a line does not mean that line.
  const end =
    selection.end.character === 0 && !selection.isSingleLine ? selection.end.line - 1 : selection.end.line;
  const lines: string[] = [];
  for (let line = selection.start.line; line <= end; line++) lines.push(document.lineAt(line).text);
  const open = window.activeTextEditor;
  const opened = open !== undefined && isBox(open) ? open : await boxOf(editor);
  if (opened === undefined) {
    prompts.tell('info', t('No comment can be written on these lines.'), []);
    return;
  }
  await opened.edit((edit) => {
    edit.insert(opened.selection.active, suggestionTemplate(lines));
  });
}

async function boxOf(editor: TextEditor): Promise<TextEditor | undefined> {
  const before = new Set(window.visibleTextEditors.filter(isBox));
  const opened = new Promise<TextEditor | undefined>((resolve) => {
    const look = (): void => {
      const box = window.visibleTextEditors.find((each) => isBox(each) && !before.has(each));
      if (box !== undefined) end(box);
    };
    const end = (box: TextEditor | undefined): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(box);
    };
    const listening = window.onDidChangeVisibleTextEditors(look);
    const timer = setTimeout(() => {
      end(undefined);
    }, BOX_MS);
  });
  const { start, end } = editor.selection;
  const range = {
    startLineNumber: start.line + 1,
    startColumn: 1,
    endLineNumber: end.line + 1,
    endColumn: end.character + 1,
  };
  await commands.executeCommand('workbench.action.addComment', { range });
  return opened;
}
