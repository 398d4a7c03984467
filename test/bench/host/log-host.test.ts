import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { until } from '../../integration/helpers/harness';
import { type Product, product } from '../../integration/helpers/product';
import { traceOf } from '../traces';
import { type Stalls, watchStalls } from './longest-stall';

/**
 * Size of the log and maximum size that is shown completely, in megabytes: 20 is the default, 45 the maximum
 * of the setting.
 */
const CASES = [
  { size: 1, largest: 20, rounds: 5 },
  { size: 10, largest: 20, rounds: 3 },
  { size: 20, largest: 20, rounds: 3 },
  { size: 50, largest: 20, rounds: 3 },
  { size: 50, largest: 45, rounds: 1 },
] as const;
/** Index of the growing log, after the other logs. */
const GROWING = CASES.length;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
/** Describes the round with the median of the longest stalls. */
const stallText = (rounds: readonly Stalls[]): string => {
  const by = [...rounds].sort((one, other) => one.longest.ms - other.longest.ms);
  const { ms, computing, kernel } = by[Math.floor(by.length / 2)]?.longest ?? {};
  const most = median(rounds.map((round) => round.computing));
  const parts = `${computing?.toFixed(0)} computing, ${kernel?.toFixed(0)} in the kernel, the rest waiting`;
  return `${ms?.toFixed(0)} ms (${parts}); longest computing ${most.toFixed(0)} ms`;
};
const print = (text: string): void => {
  console.log(`  ${text}`);
};
const closeAll = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('cost of opening logs', () => {
  let extension: Product;
  let worker: Worker;
  let base: string;
  let folder: string;
  let number = CASES.length * 10;

  before(async () => {
    extension = await product();
    folder = mkdtempSync(path.join(tmpdir(), 'sy-bench-'));
    const installed = vscode.extensions.getExtension('switchyard.switchyard');
    const logs = [
      ...CASES.map(({ size }) => ({ status: 'success', bytes: traceOf(size * 1_000_000) })),
      { status: 'running', bytes: traceOf(10_000_000) },
    ];
    worker = new Worker(path.join(installed?.extensionPath ?? '', 'test/bench/log-server.mjs'), {
      workerData: { logs },
    });
    const [address] = (await once(worker, 'message')) as [AddressInfo];
    base = `http://127.0.0.1:${address.port}`;
    await extension.parts.accounts.signIn(base, 'glpat-of-this-bench-only');
    // The first editor includes initialization and isn't measured.
    const { document } = await openLog(0);
    const text = document.getText();
    await closeAll();
    await openPlain(text);
  });
  after(async () => {
    await extension.parts.accounts.signOut(base);
    await worker.terminate();
    rmSync(folder, { recursive: true });
  });

  /** Returns the ID of a job that wasn't requested yet, with the log at this index. */
  const jobWith = (index: number): number => (number += GROWING + 1) - (number % (GROWING + 1)) + index;

  async function openLog(index: number) {
    const stalls = watchStalls();
    const began = performance.now();
    await extension.parts.jobLogs.open({ base, project: 1, job: jobWith(index) }, 'big');
    const first = performance.now() - began;
    const document = vscode.window.activeTextEditor?.document;
    const log = document === undefined ? undefined : extension.parts.jobLogs.documents.find(document.uri);
    if (document === undefined || log === undefined) throw new Error('no log was opened');
    await until(() => log.feed.state.kind === 'lines' && log.feed.state.complete && log.upToDate, {
      timeout: 120_000,
    });
    const complete = performance.now() - began;
    return { document, log, first, complete, stalls: stalls() };
  }

  async function openPlain(text: string): Promise<{ readonly ms: number; readonly stalls: Stalls }> {
    const file = path.join(folder, `${String((number += 1))}.txt`);
    writeFileSync(file, text);
    const stalls = watchStalls();
    const began = performance.now();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(file)));
    const ms = performance.now() - began;
    const worst = stalls();
    await closeAll();
    return { ms, stalls: worst };
  }

  CASES.forEach(({ size, largest, rounds }, index) => {
    it(`is measured for a log of ${size} MB, at most ${largest} MB shown`, async () => {
      await vscode.workspace
        .getConfiguration('switchyard')
        .update('log.maxSize', largest, vscode.ConfigurationTarget.Global);
      const firsts: number[] = [];
      const completes: number[] = [];
      const plains: number[] = [];
      const stalls: Stalls[] = [];
      const plainStalls: Stalls[] = [];
      for (let round = 0; round < rounds; round++) {
        const opened = await openLog(index);
        const text = opened.document.getText();
        await closeAll();
        const beside = await openPlain(text);
        plains.push(beside.ms);
        plainStalls.push(beside.stalls);
        firsts.push(opened.first);
        completes.push(opened.complete);
        stalls.push(opened.stalls);
      }
      const plain = median(plains);
      const ratio = (ms: number): string => `${ms.toFixed(0)} ms (${(ms / plain).toFixed(2)} x)`;
      if (index === 0) {
        const least: number[] = [];
        for (let round = 0; round < 5; round++) least.push((await openPlain('one line')).ms);
        print(`a plain file of one line: ${median(least).toFixed(0)} ms; no editor opens anything faster`);
      }
      print(
        `log of ${size} MB, at most ${largest} MB shown: plain file ${plain.toFixed(0)} ms; first screen ${ratio(median(firsts))}, goal 0.2 x; ` +
          `complete ${ratio(median(completes))}, goal 1.5 x`,
      );
      print(`  longest stall of the host, goal 100 ms: ${stallText(stalls)}`);
      print(`  the same with the plain file: ${stallText(plainStalls)}`);
    }).timeout(400_000);
  });

  it('is measured for an update of a growing log', async () => {
    const { document, log } = await openLog(GROWING);
    const more = traceOf(10_000).toString();
    const ticks: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = document.lineCount;
      const updated = new Promise<void>((resolve) => {
        const subscription = log.feed.onDidUpdate(({ keep }) => {
          if (keep === undefined) return;
          subscription.dispose();
          resolve();
        });
      });
      worker.postMessage({ job: GROWING, more });
      await updated;
      const began = performance.now();
      await until(() => document.lineCount > before && log.upToDate);
      ticks.push(performance.now() - began);
    }
    const text = document.getText();
    await closeAll();
    print(`tick of 10 kB on a log of 10 MB: ${median(ticks).toFixed(0)} ms; goal 1/20 of the next line`);
    print(`the same by the provider's change event: ${(await changeEvent(text, more)).toFixed(0)} ms`);
  }).timeout(400_000);

  it('is measured while scrolling in a log', async () => {
    const { document } = await openLog(CASES.findIndex(({ size }) => size === 10));
    const text = document.getText();
    const log = await scrolls();
    const drawn = await redraws();
    await closeAll();
    const file = path.join(folder, 'scrolled.txt');
    writeFileSync(file, text);
    const plain = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    const bare = await scrolls();
    const all = await allAtOnce(plain);
    await closeAll();
    print(
      `decorations of what is seen: ${drawn.toFixed(1)} ms, ${(drawn / all).toFixed(2)} of 10,000 at once ` +
        `(${all.toFixed(0)} ms), goal 0.2`,
    );
    print(`scroll to another part of 10 MB: ${log.toFixed(1)} ms; in a plain file ${bare.toFixed(1)} ms`);
  }).timeout(400_000);

  /**
   * Returns the time from a jump to another part until the editor shows it with the extension's decorations,
   * in milliseconds.
   */
  async function scrolls(): Promise<number> {
    const editor = vscode.window.activeTextEditor;
    const lines = editor?.document.lineCount ?? 0;
    const times: number[] = [];
    for (let round = 1; round <= 40; round++) {
      const seen = new Promise<void>((resolve) => {
        const subscription = vscode.window.onDidChangeTextEditorVisibleRanges(() => {
          subscription.dispose();
          resolve();
        });
      });
      const began = performance.now();
      const lineNumber = Math.floor((lines * round) / 41);
      await vscode.commands.executeCommand('revealLine', { lineNumber, at: 'top' });
      await seen;
      await allIsShown();
      times.push(performance.now() - began);
    }
    return median(times);
  }

  async function redraws(): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      const began = performance.now();
      extension.parts.decorations.value?.visible.redraw();
      // The decorations are set at the end of this turn.
      await Promise.resolve();
      await allIsShown();
      times.push(performance.now() - began);
    }
    return median(times);
  }

  async function allAtOnce(editor: vscode.TextEditor): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 9; round++) {
      const type = vscode.window.createTextEditorDecorationType({ color: 'red' });
      const ranges = Array.from({ length: 10_000 }, (_, line) => new vscode.Range(line, 0, line, 5));
      const began = performance.now();
      editor.setDecorations(type, ranges);
      await allIsShown();
      times.push(performance.now() - began);
      type.dispose();
    }
    return median(times);
  }

  /** The editor window has processed all earlier messages when it responds. */
  const allIsShown = (): Thenable<unknown> => vscode.commands.executeCommand('setContext', 'bench.turn', 1);

  /**
   * Returns the time until the editor shows a document after its provider's change event, in milliseconds.
   */
  async function changeEvent(text: string, more: string): Promise<number> {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    let shown = text;
    const provider = vscode.workspace.registerTextDocumentContentProvider('bench', {
      onDidChange: changed.event,
      provideTextDocumentContent: () => shown,
    });
    const uri = vscode.Uri.parse('bench:/log.txt');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      shown += more;
      const event = new Promise<void>((resolve) => {
        const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
          if (document.uri.toString() !== uri.toString()) return;
          subscription.dispose();
          resolve();
        });
      });
      const began = performance.now();
      changed.fire(uri);
      await event;
      times.push(performance.now() - began);
    }
    await closeAll();
    provider.dispose();
    changed.dispose();
    return median(times);
  }
});
