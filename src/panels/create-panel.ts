import type { CreateSession, CreateOutcome } from '../app/create-session';
import { AlreadyOpen, type CreateOptions } from '../app/new-merge-request';
import { createName } from '../app/create-drafts';
import type { MergeRequestKey } from '../app/keys';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { CREATE_ACTS, CREATE_FORM, type CreateAct } from '../presentation/create-form';
import { createPage, createStart } from '../presentation/create-page';
import {
  alreadyOpen,
  failureOf,
  NO_FORM,
  problemSentences,
  type CreateFailure,
} from '../presentation/create-words';
import { explain } from '../presentation/error-sentences';
import type { NewField, NewProblem } from '../domain/new-merge-request';
import { createKeySchema, type CreateKey } from '../schemas/new-merge-request';
import type { FormValues } from '../schemas/panel-message';
import { formValues, SUGGESTS, typedValues } from './create-fields';
import { createModel } from './create-model-of';
import type { Panel, PanelEvent, PanelKind } from './panel-frame';

export interface CreatePorts {
  /** The making of one merge request; what was asked for with the panel stands in it. */
  readonly session: (key: CreateKey) => CreateSession;
  readonly clock: Clock;
  readonly whilePushing: (branch: string) => CreateOptions['whilePushing'];
  readonly openMergeRequest: (key: MergeRequestKey) => void;
  readonly signIn: () => void;
  readonly showOutput: () => void;
  /** The forms that are open, by the names of their branches. */
  readonly open: Map<string, CreatePanel>;
}

/** The form that makes a merge request of a branch. */
export function createKind(ports: CreatePorts): PanelKind<CreateKey> {
  return {
    viewType: 'switchyard.createMergeRequest',
    icon: 'merge-request',
    title: () => t('New Merge Request'),
    name: createName,
    read: (kept) => {
      const read = createKeySchema.safeParse(kept);
      return read.success ? read.data : undefined;
    },
    fill: (panel, key) => new CreatePanel(panel, key, ports),
  };
}

/** Problems that are told while typing; the others once it was tried. */
const AT_ONCE: readonly (readonly [NewField, NewProblem])[] = [
  ['sourceBranch', 'no-such-branch'],
  ['targetBranch', 'no-such-branch'],
  ['targetBranch', 'same-branch'],
  ['title', 'too-long'],
  ['description', 'too-long'],
];

/** One form. */
export class CreatePanel implements Disposable {
  readonly #panel: Panel;
  readonly #key: CreateKey;
  readonly #ports: CreatePorts;
  readonly session: CreateSession;
  #trouble: string | undefined;
  #started = false;
  #failure: CreateFailure | undefined;
  /** It was tried to send it: from now on all that is missing is told. */
  #tried = false;
  /** The server does not list labels. */
  #freeLabels = false;
  #suggesting: AbortController | undefined;
  /** Errors as they were told last. */
  #told = '{}';

  constructor(panel: Panel, key: CreateKey, ports: CreatePorts) {
    this.#panel = panel;
    this.#key = key;
    this.#ports = ports;
    this.session = panel.add(ports.session(key));
    panel.add(
      this.session.onDidChange(() => {
        this.#draw();
      }),
    );
    panel.add(
      panel.onMessage((message) => {
        this.hear(message);
      }),
    );
    ports.open.set(createName(key), this);
    void this.#start();
  }

  /** What the server or git said when it was tried last. */
  get failure(): CreateFailure | undefined {
    return this.#failure;
  }

  dispose(): void {
    this.#suggesting?.abort();
    this.#ports.open.delete(createName(this.#key));
  }

  async #start(): Promise<void> {
    this.#trouble = undefined;
    this.#draw();
    try {
      await this.session.start();
      this.#started = true;
      if (this.session.source === undefined) this.#trouble = NO_FORM['no-project']();
    } catch (error) {
      if (isCancelled(error)) return;
      this.#trouble = NO_FORM.failed(explain(error).why);
    }
    this.#draw();
  }

  #draw(): void {
    const title = t('New Merge Request');
    if (!this.#started || this.#trouble !== undefined) {
      this.#panel.render(title, createStart(this.#trouble));
      return;
    }
    const { values } = this.session;
    const errors = this.#errors();
    const page = createModel(this.session, {
      errors,
      failure: this.#failure,
      freeLabels: this.#freeLabels,
      now: this.#ports.clock.now(),
    });
    this.#panel.render(
      values.title.trim() === '' ? title : t('New: {0}', values.title.trim()),
      createPage(page),
    );
    this.#tellErrors(errors);
  }

  /** What is told of a field is told anew, or no more; the focus stays where it is. */
  #tellErrors(errors: Readonly<Record<string, string>>): void {
    const told = JSON.stringify(errors);
    if (told === this.#told) return;
    this.#told = told;
    this.#panel.post({ kind: 'errors', form: CREATE_FORM, errors, focus: false });
  }

  #errors(): Readonly<Record<string, string>> {
    const { problems } = this.session;
    const told = Object.fromEntries(
      Object.entries(problems).filter(
        ([field, problem]) =>
          this.#tried || AT_ONCE.some(([where, what]) => where === field && what === problem),
      ),
    );
    return { ...this.#failure?.fields, ...this.#sentences(told) };
  }

  #sentences(problems: Readonly<Partial<Record<NewField, NewProblem>>>): Readonly<Record<string, string>> {
    const { values, target } = this.session;
    return problemSentences(problems, {
      source: values.sourceBranch,
      target: values.targetBranch,
      project: target?.project.path_with_namespace ?? '',
    });
  }

  /** The page says something. */
  hear(message: PanelEvent): void {
    if (message.kind === 'suggest') void this.#suggest(message);
    else if (message.kind === 'change') this.#change(message.values);
    else {
      const act = CREATE_ACTS.find((each) => each === message.action);
      if (act !== undefined) ACTS[act](this, message.value, message.values);
    }
  }

  #change(values: FormValues): void {
    const before = this.session.values;
    this.session.change(formValues(values));
    this.#forgetChanged(before);
  }

  /** What the server said of a field counts until that is changed. */
  #forgetChanged(before: Readonly<Record<string, unknown>>): void {
    const now: Readonly<Record<string, unknown>> = this.session.values;
    const failure = this.#failure;
    if (failure === undefined) return;
    const fields = Object.entries(failure.fields).filter(([field]) => now[field] === before[field]);
    this.#failure = { ...failure, fields: Object.fromEntries(fields) };
    this.#draw();
  }

  async create(values: FormValues = {}): Promise<void> {
    this.#failure = undefined;
    this.#tried = true;
    this.#panel.post({ kind: 'busy', action: 'create' });
    const { sourceBranch } = this.session.values;
    const outcome = await this.session.create(formValues(values), this.#ports.whilePushing(sourceBranch));
    if (outcome.kind === 'busy') return;
    this.#panel.post({ kind: 'busy', action: undefined });
    this.#end(outcome);
  }

  #end(outcome: Exclude<CreateOutcome, { kind: 'busy' }>): void {
    switch (outcome.kind) {
      case 'made':
        this.#panel.close();
        this.#ports.openMergeRequest(outcome.key);
        return;
      case 'failed': {
        const { error, pushed } = outcome;
        this.#failure = error instanceof AlreadyOpen ? alreadyOpen(error.key.iid) : failureOf(error, pushed);
        break;
      }
      case 'problems':
        break;
    }
    this.#draw();
    this.#panel.post({ kind: 'errors', form: CREATE_FORM, errors: this.#errors() });
  }

  /** Changes what the form holds from here: what the page has of it is taken over first, then dropped. */
  edit(values: FormValues | undefined, edit: (session: CreateSession) => void): void {
    if (values !== undefined) this.session.change(formValues(values));
    edit(this.session);
    this.#panel.post({ kind: 'forget', form: CREATE_FORM });
    this.#draw();
    // After what was drawn, which knows what people are called: the page keeps it across a reload as well.
    const typed = typedValues(this.session.typed.values);
    if (Object.keys(typed).length === 0) return;
    queueMicrotask(() => {
      this.#panel.post({ kind: 'fill', form: CREATE_FORM, values: typed });
    });
  }

  startOver(): void {
    this.#failure = undefined;
    this.#tried = false;
    this.edit(undefined, (session) => {
      session.startOver();
    });
  }

  close(): void {
    this.#panel.close();
  }

  openExisting(value: string | undefined): void {
    const { target } = this.session;
    const iid = Number(value);
    if (target === undefined || !Number.isSafeInteger(iid)) return;
    this.#ports.openMergeRequest({ base: this.#key.base, project: target.project.id, iid });
  }

  signIn(): void {
    this.#ports.signIn();
  }

  showOutput(): void {
    this.#ports.showOutput();
  }

  tryAgain(): void {
    void this.#start();
  }

  async #suggest({ field, text, number }: Extract<PanelEvent, { kind: 'suggest' }>): Promise<void> {
    this.#suggesting?.abort();
    const stop = new AbortController();
    this.#suggesting = stop;
    const asked = SUGGESTS[field];
    if (asked === undefined) return;
    const answer = { kind: 'suggestions', form: CREATE_FORM, field, number } as const;
    try {
      const items = await this.session.suggest(asked.what, asked.of, text, stop.signal);
      if (items === undefined && asked.what === 'labels' && !this.#freeLabels) {
        this.#freeLabels = true;
        this.#draw();
      }
      this.#panel.post({
        ...answer,
        items: items ?? [],
        note: items === undefined ? t('The server does not list them here.') : undefined,
      });
    } catch (error) {
      if (!isCancelled(error)) this.#panel.post({ ...answer, items: [], note: explain(error).why });
    }
  }
}

const ACTS: Readonly<
  Record<CreateAct, (panel: CreatePanel, value: string | undefined, values: FormValues | undefined) => void>
> = {
  create: (panel, _value, values) => void panel.create(values),
  startOver: (panel) => {
    panel.startOver();
  },
  cancel: (panel) => {
    panel.close();
  },
  assignMe: (panel, _value, values) => {
    panel.edit(values, (session) => {
      session.assignMe();
    });
  },
  useTemplate: (panel, _value, values) => {
    panel.edit(values, (session) => {
      session.useTemplate('replace');
    });
  },
  addTemplate: (panel, _value, values) => {
    panel.edit(values, (session) => {
      session.useTemplate('below');
    });
  },
  putBack: (panel, _value, values) => {
    panel.edit(values, (session) => {
      session.putBack();
    });
  },
  openExisting: (panel, value) => {
    panel.openExisting(value);
  },
  signIn: (panel) => {
    panel.signIn();
  },
  showOutput: (panel) => {
    panel.showOutput();
  },
  tryAgain: (panel) => {
    panel.tryAgain();
  },
};
