import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox } from '../helpers/harness';
import { type Product, signedIn } from '../helpers/product';
import { aJob, documentWith, linksOf } from '../logs/run-tools';

describe('the job of a job token', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });

  const inspect = () => vscode.commands.executeCommand('switchyard.inspectJobToken');

  it('is shown with the agents that it can use, and the token is in no document or message', async () => {
    const job = await aJob('install', 'running');
    const token = await sandbox.jobToken(job.id);
    extension.script.type(token);
    await sandbox.clearRequests();
    await inspect();
    const document = await documentWith(
      'switchyard-job-token',
      new RegExp(`^Job token of install #${job.id}$`, 'm'),
    );
    const text = document.getText();
    assert.match(text, /^Status +running$/m);
    assert.match(text, new RegExp(`^Pipeline +#${job.pipeline.id}$`, 'm'));
    assert.match(text, /^Agent #\d+ +acme\//m);
    // URLs are links, too.
    const links = (await linksOf(document)).map(({ target }) => target?.scheme);
    assert.deepEqual(
      links.filter((scheme) => scheme === 'command'),
      ['command'],
    );
    const paths = (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      paths.filter((path) => path.includes('/v4/job')),
      ['GET /api/v4/job', 'GET /api/v4/job/allowed_agents'],
    );
    for (const seen of [text, document.uri.toString(), ...paths, ...extension.script.messages.map(String)])
      assert.ok(!seen.includes(token));
    assert.equal(document.isDirty, false);
  });

  it('is refused for user tokens and empty input, and the input box stays open', async () => {
    extension.script.type(' ', sandbox.info.tokens['maintainer'] ?? '');
    await inspect();
    assert.deepEqual(extension.script.problems, [
      'Paste a job token.',
      "The server didn't accept the token. A job token is valid only while its job is running.",
    ]);
  });
});

describe('the document of a job token after a reload', () => {
  it('offers the command', async () => {
    const uri = vscode.Uri.from({ scheme: 'switchyard-job-token', path: '/restored/Job Token' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.match(document.getText(), /^Job Token\nThe token wasn't stored, /);
    const links = await linksOf(document);
    assert.deepEqual(
      links.map(({ target }) => target?.path),
      ['switchyard.inspectJobToken'],
    );
  });
});
