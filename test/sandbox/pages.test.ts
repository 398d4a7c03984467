import assert from 'node:assert/strict';
import { withSandbox } from './helpers/sandbox';

describe('web pages', () => {
  const world = withSandbox();
  const page = async (address: string): Promise<string> => {
    const response = await fetch(address);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    return response.text();
  };

  it('shows a project, a pipeline, and a job at their web_url', async () => {
    const job = await world().findJob('failed', ({ name }) => name === 'unit-tests');
    assert.ok((await page(`${world().sandbox.url}/acme/storefront`)).includes('git clone'));
    assert.ok((await page(job.pipeline?.web_url ?? '')).includes('unit-tests'));
    assert.ok((await page(job.web_url ?? '')).includes('src/cart/price.ts:42:17'));
  });

  it('lists the users with tokens, but not the tokens', async () => {
    const text = await page(
      `${world().sandbox.url}/-/user_settings/personal_access_tokens?name=Switchyard&scopes=api`,
    );
    for (const [role, token] of Object.entries(world().sandbox.tokens)) {
      assert.match(text, new RegExp(`<td>${role}</td>`, 'i'));
      assert.ok(!text.includes(token));
    }
  });

  it('shows a file of the default branch, and only files of the repository', async () => {
    const blob = `${world().sandbox.url}/acme/storefront/-/blob`;
    assert.ok((await page(`${blob}/HEAD/README.md`)).includes('<pre>'));
    for (const path of [
      'HEAD/missing.md',
      'missing/README.md',
      'HEAD/%E0',
      'HEAD/..%2f..%2fHEAD',
      'HEAD/%00',
    ])
      assert.equal((await fetch(`${blob}/${path}`)).status, 404, path);
    const hidden = `${world().sandbox.url}/acme/vault/-/blob/HEAD/README.md`;
    assert.equal((await fetch(hidden)).status, 404);
  });

  it('escapes parameters', async () => {
    const text = await page(
      `${world().sandbox.url}/-/user_settings/personal_access_tokens?name=%3Cscript%3E&scopes=%22%3E%3Cimg%3E`,
    );
    assert.ok(!text.includes('<script>') && !text.includes('<img>'));
  });

  it('hides a private project', async () => {
    assert.equal((await fetch(`${world().sandbox.url}/acme/vault`)).status, 404);
    assert.ok(!(await page(world().sandbox.url)).includes('vault'));
  });
});
