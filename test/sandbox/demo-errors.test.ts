import assert from 'node:assert/strict';
import { detailsOf, errorsFound } from '../clients/helpers/shop';
import { withSandbox } from './helpers/sandbox';

describe('errors of the demo', () => {
  const world = withSandbox();

  it('have events of SDKs with the source code of each frame', async () => {
    const [node] = await errorsFound(world(), 'toLowerCase');
    assert.deepEqual([node?.count, node?.userCount, node?.culprit], [3, 3, 'GET /search']);
    assert.ok(node);
    const { frames, firstReleaseVersion } = await detailsOf(world(), node);
    assert.equal(firstReleaseVersion, 'storefront@1.2.0');
    assert.ok(frames.some(({ fileName }) => fileName.startsWith('node:internal/')));
    const found = await errorsFound(world(), '', 'acme/payments');
    assert.deepEqual(
      found.map(({ title, count }) => [title, count]),
      [
        ["KeyError: 'SKU-204'", 5],
        ['ZeroDivisionError: divided by 0', 2],
      ],
    );
  });

  it("have frames in the project's files, below the folder of a container", async () => {
    const [node] = await errorsFound(world(), 'toLowerCase');
    assert.ok(node);
    const own = (await detailsOf(world(), node)).frames.filter(({ fileName }) =>
      fileName.startsWith('/app/src/'),
    );
    assert.equal(own.at(-1)?.function, 'search');
    for (const { fileName, line, traceContext } of own) {
      const path = encodeURIComponent(fileName.slice('/app/'.length));
      const response = await world().ask(`/projects/1/repository/files/${path}/raw?ref=main`);
      assert.equal(response.status, 200);
      const code = (await response.text()).split('\n');
      const contextLine = traceContext.find((each) => each.line === line);
      assert.ok(
        contextLine !== undefined && contextLine.code === code[(line ?? 0) - 1],
        `${fileName}:${line ?? 0}`,
      );
    }
  });

  it('contain no paths of the machine', async () => {
    for (const error of await errorsFound(world(), '')) {
      const text = JSON.stringify(await detailsOf(world(), error));
      assert.doesNotMatch(text, /\/(?:tmp|home|root|Users)\//);
    }
  });
});
