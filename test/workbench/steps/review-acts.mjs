// Counts keys and clicks, and reads and writes comments of merge requests with the API.

/** Keys and clicks of a user. Typing text isn't counted. */
export function countedActs(window) {
  const { keyboard, mouse } = window.page;
  const acts = {
    count: 0,
    press: async (key) => {
      acts.count += 1;
      await keyboard.press(key);
    },
    click: async (target) => {
      acts.count += 1;
      await target.click();
    },
    clickAt: async (x, y) => {
      acts.count += 1;
      await mouse.click(x, y);
    },
    type: (text) => keyboard.type(text),
  };
  return acts;
}

/** Requests of the signed-in maintainer, or of a developer, to a project of the sandbox. */
export function apiOf(window) {
  const ask = async (path, body, role = 'maintainer') => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/acme%2Fstorefront/merge_requests/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'private-token': tokens[role], 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const threads = (iid) => ask(`${iid}/discussions?per_page=100`);
  return {
    threads,
    bodies: async (iid) => (await threads(iid)).flatMap(({ notes }) => notes.map(({ body }) => body)),
    pending: async (iid) => (await ask(`${iid}/draft_notes`)).map(({ note }) => note),
    approvers: async (iid) => (await ask(`${iid}/approvals`)).approved_by.map(({ user }) => user.username),
    reviewerStates: async (iid) =>
      new Map((await ask(`${iid}/reviewers`)).map(({ user, state }) => [user.username, state])),
    addThread: (iid, body) => ask(`${iid}/discussions`, { body }, 'developer'),
    /** With a file, adds the comment to an added line of it. */
    addPending: async (iid, { note, file, line }) => {
      if (file === undefined) return ask(`${iid}/draft_notes`, { note });
      const { diff_refs: refs } = await ask(String(iid));
      const position = { ...refs, position_type: 'text', old_path: file, new_path: file, new_line: line };
      return ask(`${iid}/draft_notes`, { note, position });
    },
  };
}
