import {
  type CancellationToken,
  commands,
  type Tab,
  TabInputTextDiff,
  type TextDocumentContentProvider,
  Uri,
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { jobId, type JobKey } from '../../../app/shared/keys';
import { ByteLru } from '../../../base/byte-lru';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { explain, sentences } from '../../../presentation/shared/error-messages';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import {
  COMPARE_SCHEME,
  compareAddress,
  readCompareAddress,
} from '../../../presentation/shared/tool-addresses';

/** Maximum size of cached logs, in characters. */
const KEPT = 60_000_000;

export interface CompareSide {
  readonly key: JobKey;
  readonly name: string;
  /** The displayed log, and the log without values that differ from run to run. */
  readonly raw: string;
  readonly normal: string;
}

export interface CompareDeps {
  /** Returns the displayed text of a log, from the server or the disk. */
  readonly read: (key: JobKey, signal: AbortSignal) => Promise<string>;
  /** Removes values that differ from run to run. */
  readonly normal: (text: string, signal: AbortSignal) => Promise<string>;
  /** Returns why a log can't be compared; undefined for other errors. */
  readonly why: (error: unknown) => string | undefined;
}

type Form = 'raw' | 'normal';

/** Shows two logs in a diff editor. */
export class CompareDocuments implements TextDocumentContentProvider, Disposable {
  readonly #deps: CompareDeps;
  readonly #texts = new ByteLru<string, string>(KEPT);
  readonly #subscriptions = new DisposableStore();

  constructor(deps: CompareDeps) {
    this.#deps = deps;
    this.#subscriptions.add(workspace.registerTextDocumentContentProvider(COMPARE_SCHEME, this));
  }

  async open(earlier: CompareSide, later: CompareSide): Promise<void> {
    for (const { key, raw, normal } of [earlier, later]) {
      this.#keep(key, 'raw', raw);
      this.#keep(key, 'normal', normal);
    }
    const uri = ({ key, name }: CompareSide): Uri =>
      Uri.from(compareAddress({ ...key, form: 'normal' }, name));
    await show(uri(earlier), uri(later), 'normal', { preview: true });
  }

  /**
   * Toggles between comparable and raw text at the same position, in the comparison whose button was clicked,
   * else in the active one. False if there is none.
   */
  async toggle(pressed?: Uri): Promise<boolean> {
    const tab = comparisonOf(pressed);
    if (!(tab?.input instanceof TabInputTextDiff)) return false;
    const { original, modified } = tab.input;
    const form = readCompareAddress(modified)?.form;
    if (form === undefined) return false;
    const other: Form = form === 'raw' ? 'normal' : 'raw';
    const { viewColumn } = tab.group;
    const where = { preview: tab.isPreview, viewColumn };
    await show(inForm(original, other), inForm(modified, other), other, where);
    // Closes the previous form, unless it was a preview that is already replaced. Tab objects have changed.
    const left = window.tabGroups.all
      .filter((group) => group.viewColumn === viewColumn)
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof TabInputTextDiff && isSame(input.modified, modified));
    if (left !== undefined) await window.tabGroups.close(left, true);
    return true;
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const address = readCompareAddress(uri);
    if (address === undefined) return t('No content available at this URL.');
    const { base, project, job, form } = address;
    const key: JobKey = { base, project, job };
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      const kept = this.#texts.get(textId(key, form));
      if (kept !== undefined) return kept;
      const raw = this.#texts.get(textId(key, 'raw')) ?? (await this.#deps.read(key, stop.signal));
      const text = form === 'raw' ? raw : await this.#deps.normal(raw, stop.signal);
      this.#keep(key, form, text);
      return text;
    } catch (error) {
      return sentences(
        t("Couldn't load the log of job #{0}.", job),
        this.#deps.why(error) ?? explain(error).why,
      );
    } finally {
      subscription.dispose();
    }
  }

  dispose(): void {
    this.#texts.clear();
    this.#subscriptions.dispose();
  }

  #keep(key: JobKey, form: Form, text: string): void {
    this.#texts.set(textId(key, form), text, text.length);
  }
}

const textId = (key: JobKey, form: Form): string => `${jobId(key)} ${form}`;

function inForm(uri: Uri, form: Form): Uri {
  const address = readCompareAddress(uri);
  return address === undefined ? uri : Uri.from(compareAddress({ ...address, form }, labelOf(uri)));
}

const labelOf = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1).replace(/ #\d+$/, '');

const isSame = (one: Uri, other: Uri): boolean => one.toString() === other.toString();

/** Returns the visible comparison with the given URI; without a URI, the active one. */
function comparisonOf(pressed: Uri | undefined): Tab | undefined {
  const { all, activeTabGroup } = window.tabGroups;
  if (pressed === undefined) return activeTabGroup.activeTab;
  const inFront = [activeTabGroup, ...all].flatMap(({ activeTab }) => activeTab ?? []);
  return inFront.find(
    ({ input }) =>
      input instanceof TabInputTextDiff &&
      (isSame(input.modified, pressed) || isSame(input.original, pressed)),
  );
}

async function show(
  left: Uri,
  right: Uri,
  form: Form,
  where: { readonly preview: boolean; readonly viewColumn?: ViewColumn },
): Promise<void> {
  const [one, other] = [readCompareAddress(left)?.job ?? 0, readCompareAddress(right)?.job ?? 0];
  const sides = `${labelOf(right)} #${one} ↔ #${other}`;
  const title = form === 'raw' ? t('{0} (raw)', sides) : sides;
  await commands.executeCommand('vscode.diff', left, right, escapeInvisibleLine(title), where);
}
