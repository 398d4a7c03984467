import assert from 'node:assert/strict';
import { Pipelines } from '../../../src/app/pipelines/pipelines';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';

describe('lists of pipelines', () => {
  afterEach(closeAll);

  it("doesn't reuse a request for older pipelines that was sent before all were cleared", async () => {
    const held: (() => void)[] = [];
    let isHeld: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const server = await startServer((request, response) => {
      const isOlder = request.url.includes('page=2');
      const id = isOlder ? 9 : 10;
      const send = (): void => {
        if (!isOlder)
          response.setHeader('link', `<${server.url}/api/v4/projects/1/pipelines?page=2>; rel="next"`);
        sendJson(response, [{ id, status: 'success', sha: 'a'.repeat(40), ref: 'main' }]);
      };
      if (!isOlder || held.length > 0) send();
      else {
        held.push(send);
        isHeld();
      }
    });
    const { client } = clientOf(server.url);
    const pipelines = new Pipelines(() => client, new ManualClock());
    const project = { base: server.url, project: 1 };
    await pipelines.list(project);
    const before = pipelines.loadOlder(project);
    await first;
    pipelines.clear();
    await pipelines.loadOlder(project);
    assert.deepEqual(
      pipelines.peekList(project)?.pipelines.map(({ id }) => id),
      [10, 9],
    );
    for (const send of held) send();
    await before;
  });
});
