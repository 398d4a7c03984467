import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../helpers/harness';
import { type LogServer, startLogServer } from '../helpers/log-server';
import { type Product, product } from '../helpers/product';

/** Half a surrogate pair, bidirectional marks, and line separators. */
const NAME = 'unit \ud83d\u202etxt.exe\u2028two\u200f $(bug) [x](command:y)';
const UNCLEAN = /\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const PLACE = 'src/cart/price.ts:42:17';
const PROBLEM = `TypeError: Cannot read rate\n    at netOf (${PLACE})\n`;

describe('hostile job log', () => {
  let extension: Product;
  let server: LogServer;
  let number = 0;
  before(async () => {
    extension = await product();
  });
  beforeEach(async () => {
    server = await startLogServer('failed', Buffer.alloc(0));
    server.job = { name: NAME, web_url: `${server.url}/evil/project/-/jobs/1` };
    await extension.parts.accounts.signIn(server.url, 'glpat-of-this-test-only');
    const [repository] = await extension.parts.repositories.list();
    assert.ok(repository);
    await extension.parts.added.add({
      key: { base: server.url, project: 1 },
      path: 'evil/project',
      bound: { repository: repository.id, remote: 'origin' },
    });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await extension.parts.added.remove({ base: server.url, project: 1 });
    await extension.parts.accounts.signOut(server.url);
    await server.stop();
    extension.script.messages.length = 0;
  });

  const priceFile = (): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    return vscode.Uri.joinPath(folder.uri, 'src/cart/price.ts');
  };
  const openLog = async (log: string): Promise<vscode.TextDocument> => {
    server.log = Buffer.from(log);
    await extension.parts.jobLogs.open({ base: server.url, project: 1, job: ++number }, NAME);
    const { document } = vscode.window.activeTextEditor ?? assert.fail('a log is open');
    const opened = extension.parts.jobLogs.documents.find(document.uri);
    await until(() => opened?.feed.state.kind === 'lines' && opened.feed.state.complete && opened.upToDate, {
      description: 'the log is there',
    });
    return document;
  };
  const linksOf = (document: vscode.TextDocument): Thenable<vscode.DocumentLink[]> =>
    vscode.commands.executeCommand('vscode.executeLinkProvider', document.uri, 100);

  it('links paths without a line number only if the files exist in the clone', async () => {
    const document = await openLog(
      'wrote src/cart/price.ts, src/gone.ts and ../../../etc/ssl/openssl.cnf\nsee https://host.example/src/cart/price.ts\n',
    );
    const links = await linksOf(document);
    const own = links.filter(({ range }) => range.start.line === 0);
    assert.deepEqual(
      own.map(({ range, tooltip }) => [document.getText(range), tooltip]),
      [['src/cart/price.ts', 'Open src/cart/price.ts']],
    );
    assert.equal(own[0]?.target?.toString(), priceFile().toString());
  });

  it('has its names sanitized in the outline, the Problems panel, and the status bar', async () => {
    const header = 'Get\u202eting sources\u200f';
    const document = await openLog(
      `section_start:1:get_sources\r\u001b[0K${header}\ncloning\nsection_end:9:get_sources\r\u001b[0K${PROBLEM}`,
    );
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.equal(symbols.length, 1);
    assert.equal(symbols[0]?.name, 'Get⟨U+202E⟩ting sources⟨U+200F⟩');
    assert.doesNotMatch(`${symbols[0].name}${symbols[0].detail}`, UNCLEAN);
    const problems = await until(() => {
      const diagnostics = vscode.languages.getDiagnostics(priceFile());
      return diagnostics.length > 0 && diagnostics;
    });
    assert.match(problems[0]?.source ?? '', /^switchyard · unit .*⟨U\+202E⟩/);
    for (const { source, message } of problems) assert.doesNotMatch(`${source ?? ''}${message}`, UNCLEAN);
    const { text } = extension.parts.jobLogs.bar;
    assert.match(text, /unit/);
    assert.doesNotMatch(text, UNCLEAN);
    assert.doesNotMatch(text, /\$\(bug\)|\]\(/);
  });

  it('keeps other links if one has an invalid target', async () => {
    const link = (target: string, words: string): string =>
      `\u001b]8;;${target}\u0007${words}\u001b]8;;\u0007`;
    const document = await openLog(
      `${link('https://handbook.acme.example/before', 'before')}\n${link('http:////x', 'odd')}\n${link('https://handbook.acme.example/after', 'after')}\n${PROBLEM}`,
    );
    const links = await linksOf(document);
    const words = links.map(({ range }) => document.getText(range));
    for (const word of ['before', 'after', PLACE])
      assert.ok(words.includes(word), `${word} is in ${words.join()}`);
    assert.ok(!words.includes('odd'));
  });

  it('disables a slow problem pattern with one message, and keeps other problems', async () => {
    const settings = vscode.workspace.getConfiguration('switchyard');
    // The lines that patterns are tested with don't start like this.
    const rules = [{ pattern: `^TRIGGER(:)(1)${'.*b'.repeat(8)}$`, file: 1, line: 2 }];
    const log = `TRIGGER:1${'b'.repeat(380)}!\n${PROBLEM}`;
    await settings.update('log.problemPatterns', rules, vscode.ConfigurationTarget.Global);
    try {
      for (const _ of [1, 2]) {
        const links = await linksOf(await openLog(log));
        assert.equal(links.length, 1);
        assert.deepEqual(
          extension.script.messages.map(({ message }) => message),
          [
            'Problem pattern 1 took too long on a line of a job log and was disabled. To enable it again, change the setting or reload the window.',
          ],
        );
      }
    } finally {
      await settings.update('log.problemPatterns', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
