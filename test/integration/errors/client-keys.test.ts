import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { KeyRotations } from '../../../src/app/errors/key-rotation';
import { keysInView, keysOnServer, PLACE, writeKeyFiles } from '../helpers/client-keys';
import { sandbox, until } from '../helpers/harness';
import { product, STORE } from '../helpers/product';

describe('client keys of a project whose row is expanded for the first time', () => {
  const view = keysInView();
  const { shown, open, section, rowOf, created } = view;

  it('shows the state and only the last characters of a key, and loads keys on demand', async () => {
    await sandbox.clearRequests();
    const keys = await section();
    const asked = async () => (await sandbox.requests()).filter((each) => each.path.includes('client_keys'));
    assert.deepEqual(await asked(), []);
    await open(keys);
    assert.equal((await asked()).length, 1);
    const { id, public_key } = await created();
    const row = await rowOf(id);
    assert.equal(row.description, `••••${public_key.slice(-4)} · active`);
    assert.equal(row.accessibleLabel, `Client key ${id}, active`);
    assert.ok(row.words.includes('clientKey'));
    assert.match(shown(await section()).description, /^\d+$/);
  });
});

describe('client keys in the Errors view', () => {
  const view = keysInView();
  const { run, rows, rowOf, noteSecrets, created } = view;
  beforeEach(async () => {
    view.it = await product();
  });

  it('creates a key, and offers to copy and insert the DSN', async () => {
    const { id, sentry_dsn } = await created();
    const notification = view.it.script.messages.at(-1);
    assert.equal(notification?.message, `Client key #${id} created for acme/storefront.`);
    assert.deepEqual(
      notification.actions.map(({ title }) => title),
      ['Copy DSN', 'Insert SDK Setup...'],
    );
    await vscode.env.clipboard.writeText('');
    await notification.actions[0]?.run();
    assert.equal(await vscode.env.clipboard.readText(), sentry_dsn);
  });

  it('copies a DSN without showing it', async () => {
    const { id, sentry_dsn } = await created();
    await vscode.env.clipboard.writeText('');
    await run('copyClientKey', (await rowOf(id)).node);
    assert.equal(await vscode.env.clipboard.readText(), sentry_dsn);
    assert.equal(view.it.script.mentioned.at(-1), `DSN of key #${id} copied to the clipboard.`);
  });

  it('deletes a key after its ID was typed, and the last key after the project path was typed', async () => {
    const { id } = await created();
    view.it.script.type('no');
    await run('deleteClientKey', (await rowOf(id)).node);
    assert.ok((await keysOnServer()).some((key) => key.id === id));
    assert.match(view.it.script.problems.at(-1) ?? '', /^The text doesn't match /);
    view.it.script.type(String(id));
    await run('deleteClientKey', (await rowOf(id)).node);
    assert.ok((await keysOnServer()).every((key) => key.id !== id));
    assert.ok((await rows()).every(({ label }) => label !== `Key #${id}`));

    let left = await keysOnServer();
    for (const key of left.slice(1)) {
      view.it.script.type(String(key.id));
      await run('deleteClientKey', (await rowOf(key.id)).node);
    }
    left = await keysOnServer();
    assert.equal(left.length, 1);
    const last = left[0]?.id ?? 0;
    view.it.script.type(String(last));
    await run('deleteClientKey', (await rowOf(last)).node);
    assert.equal((await keysOnServer()).length, 1);
    assert.match(
      view.it.script.confirmed.at(-1)?.detail ?? '',
      /the last active client key of acme\/storefront\./,
    );
    view.it.script.type('acme/storefront');
    await run('deleteClientKey', (await rowOf(last)).node);
    assert.equal((await keysOnServer()).length, 0);
    const [none] = await rows();
    assert.equal(none?.label, 'No client keys');
    assert.equal(none.command?.command, 'switchyard.createClientKey');
    await run('createClientKey', none.node);
    assert.equal((await noteSecrets()).length, 1);
  });

  it('shows a note if the Maintainer role is missing', async () => {
    const base = sandbox.info.url;
    await view.it.parts.accounts.signIn(base, sandbox.info.tokens['developer'] ?? '');
    try {
      const [note] = await rows();
      assert.equal(note?.label, 'Maintainer role required');
    } finally {
      await view.it.parts.accounts.signIn(base, sandbox.info.tokens['maintainer'] ?? '');
    }
  });

  it('rotates a key in steps that continue after a reload, and deletes the old key last', async () => {
    const old = await created();
    const { script } = view.it;
    script.choose((labels) => labels.findIndex((label) => label.startsWith('Copy DSN')));
    await vscode.env.clipboard.writeText('');
    const before = (await keysOnServer()).length;
    await run('rotateClientKey', (await rowOf(old.id)).node);
    assert.match(script.confirmed.at(-1)?.message ?? '', new RegExp(`^Rotate client key #${old.id} of `));
    assert.equal((await keysOnServer()).length, before, 'no key is created without the answer');
    script.allow();
    await run('rotateClientKey', (await rowOf(old.id)).node);
    const fresh = (await noteSecrets())[0];
    assert.ok(fresh && fresh.id !== old.id);
    assert.equal(await vscode.env.clipboard.readText(), fresh.sentry_dsn);
    const copied = script.messages.at(-1);
    assert.match(
      copied?.message ?? '',
      /copied to the clipboard\. Replace the old DSN with it, then continue the rotation/,
    );
    assert.deepEqual(
      copied?.actions.map(({ title }) => title),
      ['Continue Rotation'],
    );
    assert.match((await rowOf(fresh.id)).description, /replacement/);
    assert.match((await rowOf(old.id)).description, /being replaced/);
    const [rotation] = await rows();
    assert.equal(rotation?.label, `Rotation of Key #${old.id}`);
    assert.equal(rotation.description, 'step 2 of 4');
    assert.deepEqual(
      rotation.steps.map(({ label, icon, command }) => [label, icon, command?.command]),
      [
        ['Create a new key', 'pass', undefined],
        ['Replace the DSN', 'circle-large-filled', 'switchyard.continueRotation'],
        ['Confirm the new key', 'circle-large-outline', undefined],
        ['Delete the old key', 'circle-large-outline', undefined],
      ],
    );

    // Another session only has the stored state.
    const { keys } = await view.it.parts.errorView.load();
    const later = new KeyRotations({ clientKeys: keys.clientKeys, memory: view.it.parts.workspaceMemory });
    const place = { base: sandbox.info.url, ...PLACE };
    assert.equal(later.of(place)?.step, 'place');
    await later.placed(place);

    // If the list can't be loaded, nothing is lost and an error is shown.
    await sandbox.fault({ kind: 'status', status: 500, method: 'GET', path: '**/client_keys', next: 1 });
    script.type('');
    await run('continueRotation');
    assert.match(
      script.messages.at(-1)?.message ?? '',
      new RegExp(`Keys #${old.id} and #${fresh.id} are unchanged`),
    );
    script.type('no');
    await run('continueRotation', rotation.node);
    assert.equal((await keysOnServer()).filter(({ id }) => id === old.id || id === fresh.id).length, 2);
    assert.equal((await rows())[0]?.description, 'step 4 of 4');
    script.type(String(old.id));
    await run('continueRotation', rotation.node);
    const left = (await keysOnServer()).map(({ id }) => id);
    assert.ok(left.includes(fresh.id) && !left.includes(old.id));
    assert.match(script.messages.at(-1)?.message ?? '', /^Rotation finished\./);
    assert.ok((await rows()).every(({ label }) => !label.startsWith('Rotation')));
  });

  it('stops a rotation and keeps both keys', async () => {
    const old = await created();
    view.it.script.choose(() => -1);
    view.it.script.allow();
    await run('rotateClientKey', (await rowOf(old.id)).node);
    const fresh = (await noteSecrets())[0];
    // The command on another key must not continue this rotation.
    assert.ok(fresh);
    await run('rotateClientKey', (await rowOf(fresh.id)).node);
    assert.match(
      view.it.script.messages.at(-1)?.message ?? '',
      new RegExp(`Key #${old.id} of acme/storefront is already being rotated`),
    );
    await run('stopRotation', (await rows())[0]?.node);
    assert.equal(
      view.it.script.messages.at(-1)?.message,
      `Rotation of key #${old.id} stopped. Keys #${old.id} and #${fresh.id} are both kept.`,
    );
    const left = (await keysOnServer()).map(({ id }) => id);
    assert.ok(left.includes(old.id) && left.includes(fresh.id));
  });

  it('creates another key if the new key was deleted during the rotation', async () => {
    const old = await created();
    const { script } = view.it;
    script.choose(() => -1);
    script.allow();
    await run('rotateClientKey', (await rowOf(old.id)).node);
    const [fresh] = await noteSecrets();
    assert.ok(fresh);
    const { url, tokens } = sandbox.info;
    await fetch(`${url}/api/v4${STORE}/error_tracking/client_keys/${fresh.id}`, {
      method: 'DELETE',
      headers: { 'private-token': tokens['owner'] ?? '' },
    });
    script.choose((labels) => labels.indexOf("I've Replaced the DSN"));
    await run('continueRotation', (await rows())[0]?.node);
    const notification = script.messages.at(-1);
    assert.equal(
      notification?.message,
      `Couldn't confirm the new client key. The new key #${fresh.id} has been deleted. Key #${old.id} is unchanged.`,
    );
    assert.deepEqual(
      notification.actions.map(({ title }) => title),
      ['Create Another Key', 'Stop Rotation'],
    );
    script.choose(() => -1);
    await notification.actions[0]?.run();
    const [another] = await noteSecrets();
    assert.ok(another && another.id > fresh.id);
    assert.equal((await rows())[0]?.description, 'step 2 of 4');
    await run('stopRotation');
    assert.ok((await keysOnServer()).some(({ id }) => id === old.id));
  });

  it('shows no keys from malformed or truncated responses', async () => {
    const keysPath = '**/client_keys';
    for (const kind of ['wrong-json', 'cut']) {
      await sandbox.fault({ kind, method: 'GET', path: keysPath, next: 9 });
      await vscode.env.clipboard.writeText('nothing');
      await run('copyClientKey', (await rows()).at(-1)?.node);
      assert.match(view.it.script.messages.at(-1)?.message ?? '', /^Couldn't copy the DSN\./);
      assert.equal(await vscode.env.clipboard.readText(), 'nothing');
      await sandbox.clearFaults();
      await sandbox.fault({ kind, method: 'POST', path: keysPath, next: 1 });
      // The list has the key that the response lacked.
      const { id } = await created();
      assert.match(
        view.it.script.messages.at(-1)?.message ?? '',
        new RegExp(`^Client key #${id} created for`),
      );
      await sandbox.clearFaults();
    }
  });
});

describe('client keys in files of the workspace', () => {
  const view = keysInView();
  const { texts, run, rowOf, created, problemsIn } = view;

  it('finds keys in files of the workspace, except in files that Git ignores', async () => {
    const key = await created();
    const { id, sentry_dsn } = key;
    const { coded, env, removeFiles } = await writeKeyFiles(view.root, key);
    try {
      await run('findClientKeys');
      assert.equal(
        view.it.script.messages.at(-1)?.message,
        "Hard-coded client keys found in 2 places in 1 file. 1 file with a client key isn't reported because Git ignores it.",
      );
      const problems = await until(() => {
        const found = problemsIn(coded);
        return found.length === 2 && found;
      });
      assert.deepEqual(problemsIn(env), []);
      const document = await vscode.workspace.openTextDocument(coded);
      const [first] = problems;
      assert.ok(first);
      assert.equal(document.getText(first.range), sentry_dsn);
      assert.equal(
        first.message,
        `Hard-coded client key #${id} of acme/storefront. Read the DSN from the environment (SENTRY_DSN) and rotate the key.`,
      );
      texts.push(JSON.stringify(problems));
      assert.match((await rowOf(id)).description, /used in 2 places/);

      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        coded,
        first.range,
      );
      const titles = actions.map(({ title }) => title);
      assert.ok(titles.includes('Rotate Client Key...'), titles.join());
      texts.push(JSON.stringify(actions.map(({ title, command }) => [title, command])));
      const line = actions.find(({ title }) => title === 'Copy as SENTRY_DSN Environment Variable');
      const given: readonly unknown[] = line?.command?.arguments ?? [];
      await run('copyClientKey', given[0]);
      assert.equal(await vscode.env.clipboard.readText(), `SENTRY_DSN=${sentry_dsn}`);

      // A removed key is no longer a problem.
      const edit = new vscode.WorkspaceEdit();
      edit.replace(coded, first.range, 'process.env.SENTRY_DSN');
      await vscode.workspace.applyEdit(edit);
      await until(() => problemsIn(coded).length === 1);
      await document.save();
    } finally {
      await removeFiles();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
    await run('findClientKeys');
    assert.equal(
      view.it.script.messages.at(-1)?.message,
      'No hard-coded client keys found in this workspace.',
    );
    await until(() => problemsIn(coded).length === 0);
  });
});
