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

describe('PagedPipelineQuery', () => {
  afterEach(closeAll);

  it('leaves no gap if an older page arrives after the list was restarted', async () => {
    let newest = 6;
    let isOut = false;
    let signalRequest = (): void => undefined;
    let release = (): void => undefined;
    const requested = new Promise<void>((resolve) => (signalRequest = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await startServer((request, response) => {
      const before = /before=(\d+)/.exec(request.url)?.[1];
      const top = before === undefined ? newest : Number(before) - 1;
      const link = `<${server.url}/api/v4/projects/1/pipelines?before=${top - 1}>; rel="next"`;
      const respond = (): void => {
        sendJson(response, pipelinesFrom(top, top - 1), 200, top > 2 ? { link } : {});
      };
      if (before !== '5' || isOut) respond();
      else {
        isOut = true;
        signalRequest();
        void released.then(respond);
      }
    });
    const { client } = clientOf(server.url);
    const pagedQuery = new PagedPipelineQuery({ base: server.url, project: 1 }, 'list', [{}], 2);
    await pagedQuery.refresh(client);
    const older = pagedQuery.loadOlder(client);
    await requested;
    newest = 12;
    await pagedQuery.refresh(client);
    release();
    await older;
    while (pagedQuery.next !== undefined) await pagedQuery.loadOlder(client);
    assert.deepEqual(
      pagedQuery.pipelines.map(({ id }) => id),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
  });
});
