import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activePosition, ErrorsView, exception, newDsn, sendEvent, trackingIs } from '../helpers/errors';
import { sandbox, until } from '../helpers/harness';
import { type Product, signedIn } from '../helpers/product';

const run = vscode.commands.executeCommand;
/** In seconds, as in events of SDKs. */
const LONG_AGO = Date.now() / 1000 - 60 * 24 * 3600;

describe('Errors view', () => {
  let extension: Product;
  let view: ErrorsView;
  beforeEach(async () => {
    extension = await signedIn('owner');
    view = new ErrorsView(extension);
    await run('switchyard.errors.focus');
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    await trackingIs({ active: true, integrated: true });
    const { filter, pasted } = await extension.parts.errorView.load();
    await filter.change({ search: '', order: 'last_seen' });
    for (const { id } of pasted.list()) pasted.remove(id);
    await run('workbench.action.closeAllEditors');
    await vscode.workspace
      .getConfiguration('switchyard')
      .update('errors.codeLens', undefined, vscode.ConfigurationTarget.Global);
  });

  const refresh = () => run('switchyard.refreshErrors');
  const lastMessage = (): string => extension.script.messages.at(-1)?.message ?? '';

  it('lists errors with their event count, user count, and the state of the settings', async () => {
    const project = view.show(await view.project());
    await until(async () => view.show(await view.project()).description === 'integrated backend');
    assert.match(project.accessibleLabel, /^Errors in project acme\/storefront/);
    const error = view.show(await view.row('acme/storefront', 'TypeError: Cannot read'));
    assert.match(error.label, /^46× TypeError: Cannot read properties/);
    assert.match(error.description, /^\d+ min · 17 users$/);
    assert.equal(error.icon, 'bug');
    assert.deepEqual(error.words, ['trackedError', 'web']);
    assert.match(
      error.accessibleLabel,
      /^Error TypeError: Cannot .*, 46 events, 17 users, last seen \d+ minutes ago$/,
    );
    assert.match(error.tooltip, /POST.*checkout/);
    const message = view.show(await view.row('acme/storefront', 'Stock of SKU-204'));
    assert.deepEqual([message.icon, message.label.split(' ')[0]], ['comment', '1×']);
  });

  it('opens the line of a frame in the workspace', async () => {
    const error = await view.row('acme/storefront', 'TypeError: Cannot read');
    assert.deepEqual(await view.labels(error), [
      'discountFor',
      'netOf',
      'totalOf',
      'Cart.get total',
      '1 library frame',
    ]);
    const [frame] = await view.open(error);
    assert.ok(frame);
    assert.equal(view.show(frame).description, 'src/cart/price.ts:42');
    await view.click(frame);
    const at = activePosition();
    assert.deepEqual(
      [at?.scheme, at?.path.endsWith('/storefront/src/cart/price.ts'), at?.line],
      ['file', true, 42],
    );
    await run('switchyard.copyFrame', frame);
    assert.equal(await vscode.env.clipboard.readText(), 'discountFor (src/cart/price.ts:42:17)');
    await run('switchyard.openFrameToSide', frame);
    assert.equal(vscode.window.tabGroups.all.length, 2);
    await run('switchyard.copyLink', error);
    assert.match(
      await vscode.env.clipboard.readText(),
      /\/acme\/storefront\/-\/error_tracking\/\d+\/details/,
    );
  });

  it('opens the line of an error, and shows its frames', async () => {
    const error = await view.row('acme/storefront', 'TypeError: Cannot read');
    await view.click(error);
    assert.deepEqual([activePosition()?.path.split('/').at(-1), activePosition()?.line], ['price.ts', 42]);
  }).timeout(180_000);

  it("shows the source code of the event if the file isn't in the workspace", async () => {
    const dsn = await newDsn();
    const frame = {
      function: 'settle',
      filename: '/srv/ledger/book.py',
      lineno: 12,
      pre_context: ['def settle(entries):', '    rest = balance(entries)'],
      context_line: '    raise Unbalanced(rest)',
      post_context: [''],
    };
    const event = exception('Unbalanced', 'something is left', [frame]);
    await sendEvent(dsn, { ...event, platform: 'python' });
    await refresh();
    await view.click(await view.row('acme/storefront', 'Unbalanced', 'settle'));
    const at = activePosition();
    assert.deepEqual(
      [at?.scheme, at?.path, at?.line, at?.text],
      ['switchyard-frame', '/book.py', 3, '    raise Unbalanced(rest)'],
    );
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.languageId, 'python');
    const lenses = await run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    assert.match(lenses.at(0)?.command?.title ?? '', /^\/srv\/ledger\/book.py:12 isn't in this workspace/);
  });

  it('shows a message if neither the file nor source code is available', async () => {
    const dsn = await newDsn();
    await sendEvent(
      dsn,
      exception('Bare', 'nothing came along', [{ function: 'go', filename: '/x/y.js', lineno: 3 }]),
    );
    await refresh();
    await view.click(await view.row('acme/storefront', 'Bare', 'go'));
    assert.equal(
      lastMessage(),
      "/x/y.js:3 isn't in this workspace, and the event doesn't include its source code.",
    );
  });

  it('searches and sorts on the server, and shows both in the description', async () => {
    extension.script.type('RangeError');
    await run('switchyard.searchErrors');
    await until(async () =>
      (await view.labels(await view.project()))[0]?.startsWith('9× RangeError: Maximum'),
    );
    assert.match(view.show(await view.project()).description, /"RangeError"/);
    extension.script.type('there is no such error');
    await run('switchyard.searchErrors');
    const none = await view.row('acme/storefront', 'No errors match "there is no such error"');
    extension.script.type('');
    await view.click(none);
    await view.row('acme/storefront', 'TypeError');
    extension.script.choose((labels) => labels.indexOf('Frequency'));
    await run('switchyard.sortErrors');
    await until(async () => (await view.labels(await view.project()))[0]?.startsWith('46× '));
    assert.match(view.show(await view.project()).description, /most frequent first/);
  });

  it('loads more than 100 errors on request', async () => {
    const dsn = await newDsn();
    const names = Array.from({ length: 120 }, (_, index) => `Many${index}`);
    for (const name of names) {
      const frame = { function: name, filename: `src/${name}.ts`, lineno: 1 };
      // Old events, so that the other errors stay on the first page.
      await sendEvent(dsn, { ...exception(name, 'one of many', [frame]), timestamp: LONG_AGO });
    }
    extension.script.type('one of many');
    await run('switchyard.searchErrors');
    const more = await view.row('acme/storefront', 'Load More Errors');
    assert.equal(view.show(more).description, '100 shown');
    await view.click(more);
    const labels = await until(async () => {
      const all = await view.labels(await view.project());
      return all.length >= 120 && all;
    });
    assert.equal(labels.filter((label) => /^1× Many\d+:/.test(label)).length, 120);
    assert.ok(!labels.some((label) => label.startsWith('Load More Errors')));
  });

  it('explains a missing list, and offers the next step on a click', async () => {
    await trackingIs({ active: false, integrated: true });
    // A refresh joins a running request, whose response can be older than the change.
    await until(
      async () => {
        await refresh();
        return view.show(await view.project()).description === 'off';
      },
      { description: 'the project says that it is off' },
    );
    const off = await view.row('acme/storefront', 'Error tracking is off');
    extension.script.choose((labels) => labels.indexOf('External Backend'));
    await view.click(off);
    assert.deepEqual(
      extension.script.offered.at(-1)?.map(({ label, description }) => [label, description ?? '']),
      [
        ['Integrated Backend', ''],
        ['External Backend', ''],
        ['Off', 'current'],
      ],
    );
    await view.row('acme/storefront', 'Waiting for the external backend');
    assert.equal(view.show(await view.project()).description, 'external backend');
    extension.script.choose((labels) => labels.indexOf('Integrated Backend'));
    await run('switchyard.errorSettings', await view.project());
    await view.row('acme/storefront', 'TypeError');
    await sandbox.fault({ kind: 'status', status: 404, path: '/api/graphql' });
    await refresh();
    await view.row('acme/storefront', "This server doesn't list errors");
    await view.row('acme/storefront', 'Open Stack Trace');
  });

  it('explains missing settings and a missing role', async () => {
    await sandbox.fault({ kind: 'status', status: 404, path: '**/error_tracking/settings' });
    await run('switchyard.errorSettings', await view.project());
    assert.match(lastMessage(), /monitoring is disabled in acme\/storefront\./);
    assert.deepEqual(
      extension.script.messages.at(-1)?.actions.map(({ title }) => title),
      ['Open Settings Page'],
    );
    await sandbox.clearFaults();
    extension = await signedIn('developer');
    view = new ErrorsView(extension);
    await view.row('acme/storefront', 'TypeError');
    assert.equal(view.show(await view.project()).description, '');
    await run('switchyard.errorSettings', await view.project());
    assert.match(lastMessage(), /requires at least the Maintainer role/);
  });

  it('reads a pasted stack trace, and shows it at the top of the view', async () => {
    await vscode.env.clipboard.writeText('nothing of the kind');
    await run('switchyard.readStackTrace');
    assert.match(lastMessage(), /^The clipboard doesn't contain a stack trace/);
    await vscode.env.clipboard.writeText(
      'TypeError: no rate\n    at priceOf (/app/src/cart/price.ts:42:17)\n    at checkout (/app/src/cart/cart.ts:18:3)\n',
    );
    await run('switchyard.readStackTrace');
    const pasted = await view.row('Pasted Stack Traces', 'TypeError: no rate');
    assert.deepEqual((await view.labels())[0], 'Pasted Stack Traces');
    assert.deepEqual(await view.labels(pasted), ['priceOf', 'checkout']);
    await view.click(await view.row('Pasted Stack Traces', 'TypeError: no rate', 'priceOf'));
    assert.match(activePosition()?.path ?? '', /\/src\/cart\/price\.ts$/);
    assert.equal(activePosition()?.line, 42);
    await run('switchyard.openError', pasted);
    assert.match(
      vscode.window.activeTextEditor?.document.getText() ?? '',
      /^TypeError: no rate\n[^]*priceOf {2}\/app/,
    );
    await run('switchyard.removePastedTrace', pasted);
    await until(async () => !(await view.labels()).includes('Pasted Stack Traces'));
  });

  it('opens an error as a document with links to files, and copies it as Markdown', async () => {
    const error = await view.row('acme/storefront', 'TypeError: Cannot read');
    await run('switchyard.openError', error);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'switchyard-report');
    // The stack trace may be shown before the details. VS Code requests each new text asynchronously.
    await until(
      () => !document.getText().includes('Loading stack trace…') && document.getText().includes('\nLevel '),
      { description: 'the stack trace and the details are loaded' },
    );
    const text = document.getText();
    assert.match(text, /^TypeError: Cannot read properties of undefined \(reading 'rate'\)\n/);
    assert.match(text, /Level +error\nLocation +POST \/cart\/checkout\nEvents +46\nUsers +17\n/);
    assert.match(text, /> 42 +return rule\.rate;/);
    const links = await run<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    assert.equal(links.length, 5);
    const [link] = links;
    assert.ok(link?.target);
    assert.equal(document.getText(link.range), 'src/cart/price.ts:42:17');
    const [argument] = JSON.parse(link.target.query) as unknown[];
    await run(link.target.path, argument);
    assert.equal(activePosition()?.line, 42);
    await run('switchyard.copyErrorMarkdown', error);
    const markdown = await vscode.env.clipboard.readText();
    assert.match(
      markdown,
      /^\*\*\[TypeError: Cannot read properties[^]*?\/-\/error_tracking\/\d+\/details\)\*\*\n/,
    );
    assert.match(markdown, /```text\nTypeError: [^]*\n {4}discountFor \(src\/cart\/price\.ts:42:17\)\n/);
  });

  it('shows an error above its line as a code lens, until the setting is off', async () => {
    const error = await view.row('acme/storefront', 'TypeError: Cannot read');
    await view.open(error);
    const [file] = await vscode.workspace.findFiles('src/cart/price.ts');
    assert.ok(file);
    await vscode.window.showTextDocument(file);
    const lenses = async (): Promise<vscode.CodeLens[]> => {
      const all = await run<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file, 100);
      return all.filter(
        ({ command, range }) => command?.title.includes('events') === true && range.start.line === 41,
      );
    };
    const [lens] = await until(async () => {
      const found = await lenses();
      return found.length > 0 && found;
    });
    assert.match(lens?.command?.title ?? '', /^TypeError: Cannot .* · 46 events, last seen \d+ minutes ago$/);
    await run(lens?.command?.command ?? '', ...((lens?.command?.arguments ?? []) as unknown[]));
    assert.equal(activePosition()?.scheme, 'switchyard-error');
    const settings = vscode.workspace.getConfiguration('switchyard');
    await settings.update('errors.codeLens', false, vscode.ConfigurationTarget.Global);
    await until(async () => (await lenses()).length === 0);
  });

  it('reveals the row of an error by its ID, and reports whether it was found', async () => {
    const { showError } = await extension.parts.errorFeature.load();
    const place = { base: sandbox.info.url, project: 1, path: 'acme/storefront' };
    extension.script.type('RangeError');
    await run('switchyard.searchErrors');
    await view.row('acme/storefront', 'RangeError');
    assert.equal(await showError(place, '1'), true);
    assert.equal(await showError(place, '987654'), false);
  });
});
