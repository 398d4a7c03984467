import assert from 'node:assert/strict';
import { readLatestVersion } from '../../../src/app/changes/version-files';
import { readDiff } from '../../../src/app/merge-requests/diff';
import { clientOf, closeAll } from '../../api/helpers/client';
import { type Loopback, sendJson, startServer } from '../../api/helpers/loopback';

describe('diff from a server with endless pages', () => {
  afterEach(closeAll);

  const entry = (name: string) => ({
    ...{ old_path: name, new_path: name, diff: '@@ -1 +1 @@\n-a\n+b\n', a_mode: '100644', b_mode: '100644' },
    ...{ new_file: false, renamed_file: false, deleted_file: false },
  });
  const key = (base: string) => ({ base, project: 1, iid: 12 });

  const endless = async (): Promise<Loopback> => {
    const server: Loopback = await startServer((_, response, number) =>
      sendJson(response, [entry(`${number}.ts`)], 200, {
        link: `<${server.url}/api/v4/p?page=${number}>; rel="next"`,
      }),
    );
    return server;
  };

  it('stops reading soon after the number of files of the merge request', async () => {
    const server = await endless();
    const files: string[] = [];
    const take = (entries: readonly { readonly new_path: string }[]): void => {
      for (const { new_path: path } of entries) files.push(path);
    };
    const request = { key: key(server.url), count: '3' };
    const { overflow } = await readLatestVersion(clientOf(server.url).client, request, take, {});
    assert.deepEqual([overflow, files.length], [true, 3]);
    assert.ok(server.requests.length <= 4, `${server.requests.length} requests`);
  });

  it('limits the text of the diff, and reports the overflow', async () => {
    const server = await endless();
    const { entries, overflow } = await readDiff(clientOf(server.url).client, key(server.url));
    assert.deepEqual([overflow, entries.length], [true, 100]);
  });
});
