import assert from 'node:assert/strict';
import type { CreateSession } from '../../../../src/app/merge-requests/create/session';
import { systemClock } from '../../../../src/base/clock';
import { DisposableStore } from '../../../../src/base/disposable';
import { Emitter } from '../../../../src/base/emitter';
import { AttachFiles } from '../../../../src/ui/discussions/commands/attach-files';
import { CreatePanel } from '../../../../src/ui/merge-request-page/create/create-panel';
import type { PagePost, PanelEvent } from '../../../../src/ui/shared/panels/panel-frame';
import { closeAll } from '../../../api/helpers/client';
import { making } from '../../../app/merge-requests/helpers/making';
import { actingOn } from '../../../builders/acting';

const FORM = 'create';
const DESCRIPTION = 'create-description';

describe('form for a new merge request', () => {
  const world = making();
  afterEach(closeAll);

  /** Opens the form. `when` resolves once the condition is met after a rendering or a message. */
  async function openForm(session: (key: Awaited<ReturnType<typeof keyOf>>) => CreateSession) {
    const key = await keyOf(world);
    const { client } = actingOn(world.sandbox);
    const clientFor = () => client;
    const [projects, shown, names] = [new Emitter<void>(), new Emitter<boolean>(), new Emitter<never>()];
    const parts = new DisposableStore();
    const posts: PagePost[] = [];
    const page = { text: '', isLoaded: true };
    let wake = (): void => undefined;
    const report = (what: string): void => assert.fail(what);
    const prompts = { openFiles: () => Promise.resolve([]), showMessage: () => undefined };
    const panel = new CreatePanel(
      {
        add: (part) => parts.add(part),
        close: () => undefined,
        get isLoaded() {
          return page.isLoaded;
        },
        onDidChangeVisible: shown.event,
        onMessage: new Emitter<never>().event,
        post: (post) => {
          posts.push(post);
          wake();
        },
        render: (_title, body) => {
          page.text = body.toString();
          wake();
        },
      },
      key,
      {
        session,
        clock: systemClock,
        whilePushing: () => world.push,
        openMergeRequest: () => undefined,
        isSureToDiscard: () => Promise.resolve(true),
        signIn: () => undefined,
        showOutput: () => undefined,
        onDidChangeProjects: projects.event,
        refresh: () => undefined,
        writing: {
          clientFor,
          clock: { wait: () => Promise.resolve() },
          attachments: new AttachFiles({ clientFor, prompts, report }),
          textParts: { peek: () => undefined, load: () => undefined, onDidChange: names.event },
        },
        images: () => undefined,
        open: new Map(),
      },
    );
    const when = (holds: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        wake = () => {
          if (holds()) resolve();
        };
        wake();
      });
    const act = (action: string, description: string): void => {
      panel.handleMessage({ kind: 'act', action, form: FORM, values: { description } });
    };
    const attach = (name: string): void => {
      const file = { name, size: 2, data: new Uint8Array(2).buffer };
      panel.handleMessage({ kind: 'attach', form: FORM, mark: 'm', file } satisfies PanelEvent);
    };
    const hide = (): void => {
      page.isLoaded = false;
      shown.fire(false);
    };
    return { panel, projects, parts, posts, page, when, act, attach, hide };
  }

  /** Opens the form for a branch with a commit. */
  async function openForBranch() {
    await world.cloned('feature/ready');
    await world.commit('ready.txt', 'Add a ready state');
    const { sessions } = await world.opened();
    const form = await openForm((key) => sessions.start(key));
    await form.when(() => form.page.text.includes(`id="${DESCRIPTION}"`));
    await world.settled(form.panel.session);
    return form;
  }

  it('appears once Git has found the repository, for example after a reload', async () => {
    await world.cloned('feature/ready');
    await world.commit('ready.txt', 'Add a ready state');
    let connected = false;
    const { sessions } = await world.opened('maintainer', (found) => () => {
      return connected ? found.connect() : Promise.resolve(undefined);
    });
    const { panel, parts, projects, page, when } = await openForm((key) => sessions.start(key));
    await when(() => page.text.includes('None of this workspace'));
    connected = true;
    projects.fire();
    await when(() => page.text.includes('create-extent'));
    assert.equal(panel.session.values.sourceBranch, 'feature/ready');
    parts.dispose();
  });

  it('previews the description, and returns to its text', async () => {
    const { act, page, parts, posts } = await openForBranch();
    act('previewText', 'See **!5**, and [docs](docs/a.md)');
    assert.match(page.text, /<strong><a href="[^"]*\/acme\/storefront\/-\/merge_requests\/5"/);
    assert.match(page.text, /role="tab" id="create-description-preview"[^>]* aria-selected="true"/);
    act('previewText', ' ');
    assert.match(page.text, /Nothing to preview/);
    act('writeText', 'See');
    assert.doesNotMatch(page.text, /Nothing to preview/);
    assert.deepEqual(posts.at(-1), { kind: 'reveal', id: DESCRIPTION, focus: true });
    parts.dispose();
  });

  it('completes references in the description, and values in other fields', async () => {
    const { panel, parts, posts, when } = await openForBranch();
    const ask = (field: string, text: string, number: number): void => {
      panel.handleMessage({ kind: 'suggest', form: FORM, field, text, number, values: {} });
    };
    const answers = (number: number) =>
      posts.flatMap((post) =>
        post.kind === 'suggestions' && post.number === number ? post.items.map(({ value }) => value) : [],
      );
    ask('~', 'bug', 1);
    await when(() => answers(1).includes('~bug'));
    ask('/', 'spend', 2);
    await when(() => answers(2).includes('/spend'));
    ask('labels', 'bug', 3);
    await when(() => answers(3).includes('bug'));
    parts.dispose();
  });

  it('uploads attached files, and waits for them before the merge request is created', async () => {
    const { panel, parts, posts, page, when, act, attach } = await openForBranch();
    attach('a.txt');
    await when(() => page.text.includes('Uploading a.txt…'));
    act('create', 'See');
    assert.deepEqual(posts.at(-1), { kind: 'say', text: 'Wait until the files are uploaded.' });
    await when(() => posts.some((post) => post.kind === 'insert'));
    assert.ok(!page.text.includes('Uploading a.txt…'));
    assert.deepEqual(world.posts(), ['/api/v4/projects/1/uploads']);
    attach('b.txt');
    const upload = /id="cancel-upload-(\d+)"/.exec(page.text)?.[1];
    panel.handleMessage({ kind: 'act', action: 'cancelUpload', form: FORM, value: upload, values: {} });
    assert.ok(!page.text.includes('Uploading b.txt…'));
    parts.dispose();
  });

  it('keeps files that were uploaded while the form is hidden, also if the page restores an earlier text', async () => {
    const { panel, parts, posts, page, when, attach, hide } = await openForBranch();
    panel.handleMessage({ kind: 'change', form: FORM, values: { description: 'See' } });
    attach('a.txt');
    hide();
    const { session } = panel;
    await when(() => session.values.description.includes('[a.txt](/uploads/'));
    const uploaded = session.values.description;
    assert.match(uploaded, /^See \[a\.txt\]\(\/uploads\/[\da-f]{32}\/a\.txt\)$/);
    page.isLoaded = true;
    panel.handleMessage({ kind: 'change', form: FORM, values: { description: 'See' } });
    assert.equal(session.values.description, uploaded);
    assert.deepEqual(posts.at(-1), { kind: 'fill', form: FORM, values: { description: uploaded } });
    panel.handleMessage({ kind: 'change', form: FORM, values: { description: 'Seen' } });
    assert.equal(session.values.description, 'Seen', 'the user can remove it');
    parts.dispose();
  });
});

async function keyOf(world: ReturnType<typeof making>) {
  const { start } = await world.opened();
  const found = await start();
  assert.ok('key' in found);
  return found.key;
}
