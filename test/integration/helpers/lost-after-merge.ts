import type { Rows } from '../../writing-commands';
import { change, type Row } from './lost-response';
import type { madeRequest } from './made-request';

type Name = 'revertMergeRequest' | 'cherryPickMergeRequest' | 'deleteSourceBranch';

/** Commands for merged and closed merge requests. */
export function afterMergeRows(
  world: Pick<ReturnType<typeof madeRequest>, 'command' | 'answer' | 'choose' | 'it'>,
  { reread, at }: { readonly reread: () => Promise<unknown>; readonly at: () => string },
): Pick<Rows<'mergeRequests', Row>, Name> {
  const { answer, command, choose } = world;
  const merged = async (): Promise<void> => {
    await change('PUT', `${at()}/merge`, { should_remove_source_branch: false });
    await reread();
  };
  return {
    revertMergeRequest: {
      given: merged,
      act: () => {
        choose(/^Create Merge Request$/);
        return command('revertMergeRequest');
      },
    },
    cherryPickMergeRequest: {
      given: merged,
      act: () => {
        answer({ search: async ({ find }) => (await find('', new AbortController().signal))[0]?.value });
        choose(/^Create Merge Request$/);
        return command('cherryPickMergeRequest');
      },
    },
    deleteSourceBranch: {
      given: async () => {
        await change('PUT', at(), { state_event: 'close' });
        await reread();
      },
      act: () => {
        world.it.script.allow();
        return command('deleteSourceBranch');
      },
    },
  };
}
