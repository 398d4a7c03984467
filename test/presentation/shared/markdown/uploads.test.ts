import assert from 'node:assert/strict';
import { uploadAt } from '../../../../src/presentation/shared/markdown/uploads';

const SECRET = '0123456789abcdef0123456789abcdef';

describe('URLs of uploads', () => {
  it('are those below a project of the server', () => {
    const base = 'https://git.example/gitlab';
    assert.deepEqual(uploadAt(`${base}/acme/tools/cli/uploads/${SECRET}/a%20b.png`, base), {
      project: 'acme/tools/cli',
      secret: SECRET,
      filename: 'a b.png',
    });
    assert.deepEqual(uploadAt(`${base}/-/project/12/uploads/${SECRET}/a.png`, base)?.project, '12');
  });

  it("don't include other servers, other paths, and incomplete URLs", () => {
    const base = 'https://git.example/gitlab';
    for (const address of [
      `https://evil.example/gitlab/acme/shop/uploads/${SECRET}/a.png`,
      `https://git.example/acme/shop/uploads/${SECRET}/a.png`,
      `https://git.example:444/gitlab/acme/shop/uploads/${SECRET}/a.png`,
      `${base}/acme/shop/uploads/short/a.png`,
      `${base}/acme/shop/uploads/${SECRET}/`,
      `${base}/acme/shop/uploads/${SECRET}/%ff`,
      `${base}/uploads/${SECRET}/a.png`,
    ])
      assert.equal(uploadAt(address, base), undefined, address);
  });
});
