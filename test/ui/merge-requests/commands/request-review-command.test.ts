import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import type { ChoosingDeps } from '../../../../src/ui/merge-requests/commands/choice';
import { requestReviewCommand } from '../../../../src/ui/merge-requests/commands/request-review-command';
import { closeAll } from '../../../api/helpers/client';
import { actingOn, whyNot, writesTo } from '../../../builders/acting';
import { only, runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const GIFT_CARDS = 12;
const MAREK = 3;

describe('Request Review Again', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  async function setUp({ role = 'maintainer' }: { readonly role?: 'maintainer' | 'reporter' } = {}) {
    const prompts = new ScriptedPrompts();
    prompts.allow();
    const marek = actingOn(sandbox);
    await marek.actions.run('approve', marek.key(GIFT_CARDS));
    const { actions, store, key } = actingOn(sandbox, role);
    const mergeRequest = key(GIFT_CARDS);
    await store.get(mergeRequest);
    const row = requestReviewCommand(
      only<ChoosingDeps>({
        actions,
        store,
        prompts,
        active: () => mergeRequest,
        shownHead: () => undefined,
        who: () => (role === 'reporter' ? 'ravi' : 'marek'),
        roles: {
          roleIn: () => ({ path: 'acme/storefront', access: role === 'reporter' ? 20 : 40 }),
          doubtRole: () => undefined,
        },
      }),
    );
    const ofMarek = { target: { kind: 'reviewer', mergeRequest, user: MAREK } };
    const state = async () =>
      (await store.refreshPart(mergeRequest, 'reviewers'))?.items.find(({ user }) => user.id === MAREK)
        ?.state;
    return { row, prompts, ofMarek, state };
  }
  const notes = (): readonly string[] => writesTo(sandbox).filter((write) => write.endsWith('/notes'));

  it('requests another review from the reviewer of the row, and shows the result in the status bar', async () => {
    const { row, prompts, ofMarek, state } = await setUp();
    assert.equal(await state(), 'approved');
    await runCommand([row], COMMAND.requestReviewAgain, ofMarek);
    assert.deepEqual([notes(), await state()], [['POST 12/notes'], 'unreviewed']);
    assert.deepEqual(prompts.mentioned, ['Another review of !12 requested from Marek Novák.']);
  });

  it('lists the reviewers who have reviewed, with their states', async () => {
    const { row, prompts, state } = await setUp();
    prompts.choose((labels) => labels.indexOf('Marek Novák'));
    await runCommand([row], COMMAND.requestReviewAgain);
    assert.deepEqual(
      prompts.offered.map((items) => items.map(({ label, description }) => [label, description])),
      [[['Marek Novák', 'approved']]],
    );
    assert.equal(await state(), 'unreviewed');
  });

  it('sends nothing if no reviewer has reviewed, or the picker is dismissed', async () => {
    const { row, prompts, ofMarek } = await setUp();
    await runCommand([row], COMMAND.requestReviewAgain);
    assert.deepEqual([notes(), prompts.messages], [[], []]);
    await runCommand([row], COMMAND.requestReviewAgain, ofMarek);
    await runCommand([row], COMMAND.requestReviewAgain, ofMarek);
    await runCommand([row], COMMAND.requestReviewAgain);
    assert.equal(notes().length, 1);
    const none = 'No reviewer has reviewed !12 yet.';
    assert.deepEqual(
      prompts.messages.map(({ message }) => message),
      [none, none],
    );
  });

  it('asks for confirmation if the reviewer has approved, because the approval may be removed', async () => {
    const { row, prompts, ofMarek } = await setUp();
    prompts.allow(false);
    await runCommand([row], COMMAND.requestReviewAgain, ofMarek);
    assert.deepEqual(
      prompts.confirmed.map(({ message, detail }) => [message, detail]),
      [
        [
          'Request another review of !12 from Marek Novák?',
          'Marek Novák has approved !12. The server may remove this approval.',
        ],
      ],
    );
    assert.deepEqual(notes(), []);
    prompts.allow();
    await runCommand([row], COMMAND.requestReviewAgain, ofMarek);
    assert.deepEqual(notes(), ['POST 12/notes']);
  });

  it('is refused for roles below Developer before a request', async () => {
    const { row, ofMarek } = await setUp({ role: 'reporter' });
    assert.match(await whyNot(runCommand([row], COMMAND.requestReviewAgain, ofMarek)), /Developer/);
    assert.deepEqual(notes(), []);
  });
});
