import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readSideAddress,
  type SideAddress,
  sideAddress,
  sideName,
} from '../../../src/presentation/changes/side-address';
import { readQuery } from '../../../src/presentation/shared/address-query';

const SHA = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 40, maxLength: 40 });
const part = fc.string({ minLength: 1 }).filter((text) => !/[/\0]|^\.{1,2}$/.test(text));
const address: fc.Arbitrary<SideAddress> = fc.record<SideAddress>(
  {
    base: fc.constantFrom('https://git.example.com', 'https://work.example.com:8443/gitlab'),
    project: fc.oneof(fc.nat(), fc.constant('acme/front end & more')),
    iid: fc.nat(),
    from: SHA.map((each) => each.map((digit) => digit.toString(16)).join('')),
    to: SHA.map((each) => each.map((digit) => digit.toString(16)).join('')),
    side: fc.constantFrom('old', 'new'),
    form: fc.constantFrom('file', 'rebased', 'empty'),
    path: fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
  },
  { noNullPrototype: true },
);

describe('URI of a side of a file', () => {
  it('is read back as created, for any file name', () => {
    fc.assert(
      fc.property(address, (of) => {
        assert.deepEqual(readSideAddress(sideAddress(of)), of);
      }),
    );
  });

  it("contains the path of the file, and isn't valid for a parent folder", () => {
    fc.assert(
      fc.property(address, (of) => {
        const parts = sideAddress(of);
        assert.equal(parts.path, `/${of.path}`);
        const folder = parts.path.slice(0, parts.path.lastIndexOf('/'));
        assert.equal(readSideAddress({ ...parts, path: folder }), undefined);
      }),
    );
  });

  it('has the merge request after the name of an image, because the tab of its diff has no title', () => {
    const label = (path: string) => {
      const [of] = fc.sample(address, 1);
      const { query } = sideAddress({ ...(of ?? assert.fail()), iid: 24, path });
      return readQuery(query).get('label');
    };
    assert.deepEqual(['media/logo.png', 'src/app.ts'].map(label), [' (!24)', '']);
    assert.equal(sideName({ path: 'media/logo.png', iid: 24 }), 'logo.png (!24)');
    assert.equal(sideName({ path: 'app.ts', iid: 24 }), 'app.ts');
  });

  it('is rejected for a path that the editor would normalize', () => {
    for (const path of ['../x', 'a/../b', './a', 'a//b', 'a/', '/a', '', '..', 'a/.'])
      fc.assert(
        fc.property(address, (of) => {
          assert.throws(() => sideAddress({ ...of, path }), { name: 'UnsafeGitNameError' });
        }),
        { numRuns: 3 },
      );
  });

  it('is rejected if it was made up', () => {
    fc.assert(
      fc.property(address, fc.string(), (of, text) => {
        const parts = sideAddress(of);
        assert.equal(readSideAddress({ ...parts, scheme: 'file' }), undefined);
        assert.equal(
          readSideAddress({ ...parts, query: parts.query.replace(/"from":"\w+"/, '"from":"HEAD"') }),
          undefined,
        );
        // Any text is accepted without an exception.
        readSideAddress({ ...parts, query: text });
      }),
    );
  });
});
