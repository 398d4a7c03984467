import assert from 'node:assert/strict';
import { isSamePlace, listedHosts } from '../../../src/app/merge-requests/places';
import type { ProjectOutcome } from '../../../src/app/projects/projects';

const A = 'https://a.example';
const B = 'https://b.example';
const project = (base: string, id: number, path: string): ProjectOutcome => ({
  ok: true,
  project: { key: { base, project: id }, path, remote: 'origin', details: undefined },
});

describe('listedHosts', () => {
  it('returns each host with an account, with its projects and groups', () => {
    const failedProject: ProjectOutcome = {
      ok: false,
      base: B,
      path: 'b/two',
      error: new Error('x'),
      added: undefined,
    };
    const hosts = listedHosts(
      [A, B],
      [project(B, 1, 'b/one'), project(A, 2, 'a/one'), failedProject],
      [
        { base: B, group: 'b' },
        { base: 'https://gone.example', group: 'x' },
      ],
    );
    assert.deepEqual(
      hosts.map(({ host, inside, failed }) => [
        host.place.base,
        inside.map(({ path, added }) => [path, added]),
        failed.map(({ path }) => path),
      ]),
      [
        [A, [['a/one', false]], []],
        [
          B,
          [
            ['b/one', false],
            ['b', true],
          ],
          ['b/two'],
        ],
      ],
    );
  });

  it('matches places by ID and by path', () => {
    const [host] = listedHosts([A], [project(A, 2, 'a/One')], [{ base: A, group: 'team' }]);
    assert.ok(host);
    const [one, team] = host.inside;
    assert.ok(one && team);
    assert.ok(isSamePlace(one, { kind: 'project', base: A, project: 2 }));
    assert.ok(isSamePlace(one, { kind: 'project', base: A, project: 'a/one' }));
    assert.ok(!isSamePlace(one, { kind: 'project', base: B, project: 2 }));
    assert.ok(!isSamePlace(one, { kind: 'host', base: A }));
    assert.ok(isSamePlace(team, { kind: 'group', base: A, group: 'team' }));
    assert.ok(isSamePlace(host.host, { kind: 'host', base: A }));
  });
});
