import * as vscode from 'vscode';
import { CONSTRUCTS, MAX_DESCRIPTION } from '../../builders/large-markdown';
import { FILE, IID } from '../../integration/helpers/comments-setup';
import { sandbox, until } from '../../integration/helpers/harness';
import { ask, type Product, signedIn, STORE } from '../../integration/helpers/product';
import { type Stalls, watchStalls } from '../host/longest-stall';

const THREADS = 300;
const COMMENTS = 60;
const COMMENT_LENGTH = 1_000_000;
/** Maximum size of a comment as JSON, so that all of them fit into a response. */
const MAX_COMMENT_BYTES = 1_060_000;
const GOAL_MS = 50;
/**
 * How long a step continues after its result is shown, for example with the next rendering. Nothing reports its end.
 */
const SETTLE_MS = 1_000;
const AT = `${STORE}/merge_requests/${IID}`;
const run = vscode.commands.executeCommand;

/** `shownAfter`: time in milliseconds until the page, the text, or all threads of the diff are shown. */
interface Measured extends Stalls {
  readonly step: string;
  readonly shownAfter: number;
}

describe('blocks of the extension host by large texts', () => {
  let extension: Product;
  const measured: Measured[] = [];
  const key = () => ({ base: sandbox.info.url, project: 1, iid: IID });
  const row = () => ({ target: { kind: 'merge-request', mergeRequest: key() } });

  before(async function () {
    this.timeout(600_000);
    extension = await signedIn();
    await loadOtherExtensions();
    await run('switchyard.mergeRequests.focus');
    // Loads the code that is loaded on demand.
    await openPage();
    await openText();
    await openDiff(1);
    await run('workbench.action.closeAllEditors');
  });
  afterEach(() => {
    if (extension.script.messages.length > 0)
      throw new Error(`Unexpected messages: ${JSON.stringify(extension.script.messages)}`);
  });
  after(() => {
    console.log(`  Longest blocks in wall-clock time (and longest computation), goal at most ${GOAL_MS} ms:`);
    for (const stalls of measured.sort(({ longest: one }, { longest: other }) => other.ms - one.ms))
      console.log(`  ${lineOf(stalls)}`);
  });

  it('are measured with a description of the maximum length', async () => {
    for (const [name, make] of Object.entries(CONSTRUCTS)) {
      const description = make(MAX_DESCRIPTION);
      await send('PUT', '', { description });
      await measure(`page, description: ${name}`, async () => {
        await openPage();
        await until(() => extension.parts.mergeRequests.peek(key())?.description === description);
      });
    }
    await measure('text, long description', openText);
    await send('PUT', '', { description: 'Short' });
  }).timeout(1_200_000);

  it(`are measured with ${THREADS} threads in a file`, async () => {
    const position = await positionOf(6);
    for (let index = 0; index < THREADS; index++)
      await send('POST', '/discussions', { body: `Question ${index}: **why** \`a\`, see !1?`, position });
    await measureAll(`${THREADS} threads`, THREADS);
  }).timeout(600_000);

  it(`are measured with ${COMMENTS} comments of ${COMMENT_LENGTH} characters`, async () => {
    const position = await positionOf(6);
    const texts = Object.values(CONSTRUCTS)
      .map((make) => make(COMMENT_LENGTH))
      .filter((text) => text.trim() !== '' && Buffer.byteLength(JSON.stringify(text)) < MAX_COMMENT_BYTES);
    for (let index = 0; index < COMMENTS; index++)
      await send('POST', '/discussions', { body: texts[(index * 7) % texts.length], position });
    await measureAll(`${COMMENTS} large comments`, THREADS + COMMENTS);
  }).timeout(600_000);

  async function measureAll(what: string, count: number): Promise<void> {
    await measure(`page, ${what}`, async () => {
      await openPage();
      await until(async () => (await loadedThreads()) >= count, { timeout: 120_000 });
    });
    await measure(`diff, ${what}`, () => openDiff(count));
    await measure(`text, ${what}`, openText);
  }

  async function measure(step: string, work: () => Promise<void>): Promise<void> {
    const stop = watchStalls();
    const began = performance.now();
    await work();
    const shownAfter = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const stalls = { step, shownAfter, ...stop() };
    measured.push(stalls);
    console.log(`  ${lineOf(stalls)}`);
    await run('workbench.action.closeAllEditors');
  }

  /** The tab has the title of the merge request when the page shows all texts. */
  async function openPage(): Promise<void> {
    await run('switchyard.openMergeRequest', row());
    await until(() =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith(`!${IID} `))),
    );
  }

  async function openText(): Promise<void> {
    await run('switchyard.readMergeRequest', row());
  }

  async function openDiff(count: number): Promise<void> {
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: key(), path: FILE },
    });
    const { boxes } = await extension.parts.mergeRequestFeature.load();
    await until(
      () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        if (!(input instanceof vscode.TabInputTextDiff)) return false;
        return boxes.threadsOn(input.modified.toString()).length >= count;
      },
      { timeout: 120_000 },
    );
  }

  async function loadedThreads(): Promise<number> {
    const { discussions } = (await extension.parts.mergeRequestView.load()).review;
    return discussions.peek(key())?.threads.length ?? 0;
  }
});

/** Loads the code of the editor's extensions. The reply boxes of threads are Markdown documents. */
async function loadOtherExtensions(): Promise<void> {
  for (const extension of vscode.extensions.all) await extension.activate();
  const { uri } = await vscode.workspace.openTextDocument({ language: 'markdown', content: '# Title' });
  await run('vscode.executeDocumentSymbolProvider', uri);
}

const lineOf = ({ step, shownAfter, longest, computing }: Measured): string => {
  const cpu = Number.isNaN(computing) ? '' : ` (computing ${computing.toFixed(0).padStart(4)} ms)`;
  return `${longest.ms.toFixed(0).padStart(6)} ms${cpu}  ${step} (shown after ${shownAfter.toFixed(0)} ms)`;
};

async function positionOf(line: number): Promise<object> {
  const { diff_refs: refs } = await ask<{ diff_refs: object }>(AT);
  return { ...refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: line };
}

async function send(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.info.url}/api/v4${AT}${path}`, {
    method,
    headers: { 'private-token': sandbox.info.tokens['owner'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`);
}
