import assert from 'node:assert/strict';
import type { ProjectSearch } from '../../../../src/app/projects/projects';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { errorPlaceOf } from '../../../../src/ui/errors/commands/place';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const BASE = 'https://gitlab.example';

function setUp(search: ProjectSearch) {
  const prompts = new ScriptedPrompts();
  const projects = { search: () => Promise.resolve(search) };
  const place = () =>
    errorPlaceOf(undefined, { projects, prompts }, { title: 'Send Test Event', placeholder: '' });
  return { prompts, place };
}

describe('project of a command for errors', () => {
  it('is the only project of the workspace', async () => {
    const key = { base: BASE, project: 1 };
    const project = { key, path: 'acme/storefront', remote: 'origin', details: undefined };
    const { place } = setUp({ state: 'found', projects: [{ ok: true, project }] });
    assert.deepEqual(await place(), { ...key, path: 'acme/storefront' });
  });

  it('offers actions if the workspace has no project', async () => {
    const { prompts, place } = setUp({ state: 'no-project', hosts: [] });
    assert.equal(await place(), undefined);
    for (const action of prompts.messages[0]?.actions ?? []) await action.run();
    assert.deepEqual(prompts.commands, [COMMAND.signIn, COMMAND.addProject]);
  });

  it("fails with the server's error if no project could be read", async () => {
    const error = new Error('unreachable');
    const outcome = { ok: false, base: BASE, path: 'acme/storefront', error, added: undefined } as const;
    const { prompts, place } = setUp({ state: 'found', projects: [outcome] });
    await assert.rejects(place(), error);
    assert.deepEqual(prompts.messages, []);
  });
});
