import { issueOf } from '../world/merge-requests/issues';
import { USERS } from '../world/people';
import type { Todo } from '../world/todos/store';
import type { World } from '../world/world';

const HOUR = 60 * 60_000;
const { owner, maintainer, developer, reporter } = USERS;

/** Adds the pending to-do items of the maintainer and the developer. */
export function addTodos(world: World, now: number): void {
  const [storefront] = world.projects;
  if (storefront === undefined) return;
  const add = (
    iid: number,
    facts: Pick<Todo, 'user' | 'author' | 'action'> & { readonly body?: string; readonly hoursAgo: number },
  ): void => {
    const request = world.mergeRequests.find(storefront, iid);
    if (request === undefined) return;
    const { user, author, action, body = request.title, hoursAgo } = facts;
    const target = { kind: 'merge-request', request } as const;
    world.todos.add({ user, author, action, body, target, at: now - hoursAgo * HOUR });
  };
  const issue = issueOf(storefront.id, 4);
  if (issue !== undefined) {
    world.todos.add({
      user: maintainer,
      author: reporter,
      action: 'assigned',
      body: issue.title,
      target: { kind: 'issue', issue },
      at: now - 200 * HOUR,
    });
  }
  add(16, { user: maintainer, author: maintainer, action: 'build_failed', hoursAgo: 50 });
  add(12, { user: maintainer, author: developer, action: 'review_requested', hoursAgo: 96 });
  const body = 'Nice! @marek, can you take a look at the balance check?';
  add(11, { user: maintainer, author: owner, action: 'mentioned', body, hoursAgo: 9 });
  add(12, { user: developer, author: maintainer, action: 'mentioned', body: '@dana done?', hoursAgo: 20 });
}
