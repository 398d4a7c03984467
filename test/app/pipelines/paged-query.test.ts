import assert from 'node:assert/strict';
import { PagedPipelineQuery } from '../../../src/app/pipelines/paged-query';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';

const pipelinesFrom = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => ({
    id: newest - index,
    status: 'success',
    sha: 'a'.repeat(40),
    ref: 'main',
  }));

describe('pages of pipelines', () => {
  afterEach(closeAll);

  it('an older page that comes after the list was begun anew leaves no gap', async () => {
    let newest = 6;
    let isOut = false;
    let asked = (): void => undefined;
    let release = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await startServer((request, response) => {
      const before = /before=(\d+)/.exec(request.url)?.[1];
      const top = before === undefined ? newest : Number(before) - 1;
      const link = `<${server.url}/api/v4/projects/1/pipelines?before=${top - 1}>; rel="next"`;
      const answer = (): void => {
        sendJson(response, pipelinesFrom(top, top - 1), 200, top > 2 ? { link } : {});
      };
      if (before !== '5' || isOut) answer();
      else {
        isOut = true;
        asked();
        void released.then(answer);
      }
    });
    const { client } = clientOf(server.url);
    const strand = new PagedPipelineQuery({ base: server.url, project: 1 }, 'list', [{}], 2);
    await strand.refresh(client);
    const older = strand.loadOlder(client);
    await isAsked;
    newest = 12;
    await strand.refresh(client);
    release();
    await older;
    while (strand.next !== undefined) await strand.loadOlder(client);
    assert.deepEqual(
      strand.pipelines.map(({ id }) => id),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
  });
});
