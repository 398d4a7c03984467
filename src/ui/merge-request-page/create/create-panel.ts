import { isCanceled } from '../../../api/errors';
import { createName } from '../../../app/merge-requests/create/drafts';
import type { CreateOutcome, CreateSession } from '../../../app/merge-requests/create/session';
import { AlreadyOpenError, type CreateOptions } from '../../../app/merge-requests/new-merge-request';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { CREATE_ACTS, CREATE_FORM } from '../../../presentation/merge-requests/create-form';
import {
  alreadyOpen,
  type CreateFailure,
  failureOf,
  NO_FORM,
} from '../../../presentation/merge-requests/create-messages';
import { createPage, createStart } from '../../../presentation/merge-requests/create-page';
import { explain } from '../../../presentation/shared/error-messages';
import type { TextEditorAct } from '../../../presentation/shared/forms/text-editor';
import { type CreateKey, createKeySchema } from '../../../schemas/new-merge-request';
import type { FormValues } from '../../../schemas/panel-message';
import type { Panel, PanelEvent, PanelKind } from '../../shared/panels/panel-frame';
import { CREATE_HANDLERS, type CreateActions } from './create-acts';
import { formValues, typedValues } from './create-fields';
import { createModel, shownProblems } from './create-model-of';
import { CreateSuggestions } from './create-suggestions';
import { CreateWriting, type CreateWritingDeps } from './create-writing';

export interface CreateDeps {
  /** Creates the session of a form, with the values that were passed to the command. */
  readonly session: (key: CreateKey) => CreateSession;
  readonly clock: Clock;
  readonly whilePushing: (branch: string) => CreateOptions['whilePushing'];
  readonly openMergeRequest: (key: MergeRequestKey) => void;
  /** Asks before typed values are discarded. */
  readonly isSureToDiscard: () => Promise<boolean>;
  readonly signIn: (base: string) => void;
  readonly showOutput: () => void;
  /**
   * Fires when repositories, remotes, or accounts change. After a reload, the Git extension finds
   * repositories later.
   */
  readonly onDidChangeProjects: Event<void>;
  /** Reloads the lists of merge requests. */
  readonly refresh: () => void;
  readonly writing: CreateWritingDeps;
  /** Loads images of previews at the user's request. */
  readonly images: NonNullable<PanelKind<CreateKey>['images']>;
  /** Open forms, by `createName`. */
  readonly open: Map<string, CreatePanel>;
}

/** The form that creates a merge request for a branch. */
export function createKind(deps: CreateDeps): PanelKind<CreateKey> {
  return {
    viewType: 'switchyard.createMergeRequest',
    icon: 'merge-request',
    title: () => t('New Merge Request'),
    name: createName,
    read: (kept) => createKeySchema.safeParse(kept).data,
    fill: (panel, key) => new CreatePanel(panel, key, deps),
    images: deps.images,
  };
}

/** The part of the panel that the form uses. */
export type CreatePage = Pick<
  Panel,
  'add' | 'close' | 'isLoaded' | 'onDidChangeVisible' | 'onMessage' | 'post' | 'render'
>;

/** One open form. */
export class CreatePanel implements CreateActions, Disposable {
  readonly #panel: CreatePage;
  readonly #key: CreateKey;
  readonly #deps: CreateDeps;
  readonly session: CreateSession;
  #loadError: string | undefined;
  #started = false;
  #failure: CreateFailure | undefined;
  /** True after the first attempt to create the merge request; then all problems are shown. */
  #tried = false;
  readonly #suggestions: CreateSuggestions;
  readonly #writing: CreateWriting;
  /** The last posted errors, as JSON. */
  #postedErrors = '{}';

  constructor(panel: CreatePage, key: CreateKey, deps: CreateDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    this.session = panel.add(deps.session(key));
    this.#suggestions = panel.add(new CreateSuggestions(panel, this.session));
    this.#writing = panel.add(new CreateWriting(panel, key, this.session, deps.writing));
    const draw = (): void => {
      this.#draw();
    };
    for (const each of [this.session, this.#suggestions, this.#writing]) panel.add(each.onDidChange(draw));
    panel.add(
      panel.onMessage((message) => {
        this.handleMessage(message);
      }),
    );
    panel.add(
      deps.onDidChangeProjects(() => {
        if (this.#started && this.session.source === undefined) background(this.#start());
      }),
    );
    deps.open.set(createName(key), this);
    background(this.#start());
  }

  /** The error of the last attempt. */
  get failure(): CreateFailure | undefined {
    return this.#failure;
  }

  dispose(): void {
    this.#deps.open.delete(createName(this.#key));
  }

  async #start(): Promise<void> {
    this.#loadError = undefined;
    this.#draw();
    try {
      await this.session.start();
      this.#started = true;
      if (this.session.source === undefined) this.#loadError = NO_FORM['no-project']();
    } catch (error) {
      if (isCanceled(error)) return;
      this.#loadError = NO_FORM.failed(explain(error).why);
    }
    this.#draw();
  }

  #draw(): void {
    const title = t('New Merge Request');
    if (!this.#started || this.#loadError !== undefined) {
      this.#panel.render(title, createStart(this.#loadError));
      return;
    }
    const { values } = this.session;
    const errors = this.#errors();
    const page = createModel(this.session, {
      errors,
      failure: this.#failure,
      freeLabels: this.#suggestions.freeLabels,
      writing: this.#writing.model,
      now: this.#deps.clock.now(),
    });
    this.#panel.render(
      values.title.trim() === '' ? title : t('New: {0}', values.title.trim()),
      createPage(page),
    );
    this.#postErrors(errors);
  }

  /** Updates the errors of fields without moving the focus. */
  #postErrors(errors: Readonly<Record<string, string>>): void {
    const serialized = JSON.stringify(errors);
    if (serialized === this.#postedErrors) return;
    this.#postedErrors = serialized;
    this.#panel.post({ kind: 'errors', form: CREATE_FORM, errors, focus: false });
  }

  #errors(): Readonly<Record<string, string>> {
    return { ...this.#failure?.fields, ...shownProblems(this.session, { all: this.#tried }) };
  }

  /** Handles a message of the page. */
  handleMessage(message: PanelEvent): void {
    if (this.#writing.take(message)) return;
    if (message.kind === 'suggest') background(this.#suggestions.ask(message));
    else if (message.kind === 'change') this.#change(message.values);
    else if (message.kind === 'act') {
      const act = CREATE_ACTS.find((each) => each === message.action);
      if (act !== undefined) CREATE_HANDLERS[act](this, message.value, message.values);
    }
  }

  #change(values: FormValues): void {
    const before = this.session.values;
    this.session.change(formValues(values));
    this.#writing.typed();
    this.#forgetChanged(before);
  }

  /** Removes the server's errors of changed fields. */
  #forgetChanged(before: Readonly<Record<string, unknown>>): void {
    const now: Readonly<Record<string, unknown>> = this.session.values;
    const failure = this.#failure;
    if (failure === undefined) return;
    const fields = Object.entries(failure.fields).filter(([field]) => now[field] === before[field]);
    this.#failure = { ...failure, fields: Object.fromEntries(fields) };
    this.#draw();
  }

  write(act: TextEditorAct, value: string | undefined, values: FormValues | undefined): void {
    if (values !== undefined) this.#change(values);
    this.#writing.run(act, value);
  }

  async create(values: FormValues = {}): Promise<void> {
    if (this.#writing.isUploading()) return;
    this.#failure = undefined;
    this.#tried = true;
    this.#panel.post({ kind: 'busy', action: 'create' });
    const { sourceBranch } = this.session.values;
    const outcome = await this.session.create(formValues(values), this.#deps.whilePushing(sourceBranch));
    if (outcome.kind === 'busy') return;
    this.#panel.post({ kind: 'busy', action: undefined });
    this.#end(outcome);
  }

  #end(outcome: Exclude<CreateOutcome, { kind: 'busy' }>): void {
    switch (outcome.kind) {
      case 'made':
        this.#panel.close();
        this.#deps.openMergeRequest(outcome.key);
        return;
      case 'failed': {
        const { error, pushed } = outcome;
        this.#failure =
          error instanceof AlreadyOpenError ? alreadyOpen(error.key.iid) : failureOf(error, { pushed });
        break;
      }
      case 'problems':
        break;
    }
    this.#draw();
    this.#panel.post({ kind: 'errors', form: CREATE_FORM, errors: this.#errors() });
  }

  /**
   * Changes values outside the page: applies the values of the page first, and then makes the page discard
   * them.
   */
  edit(values: FormValues | undefined, edit: (session: CreateSession) => void): void {
    if (values !== undefined) this.session.change(formValues(values));
    edit(this.session);
    this.#panel.post({
      kind: 'forget',
      form: CREATE_FORM,
      ...(values === undefined ? {} : { unadded: 'stays' }),
    });
    this.#draw();
    // Posted after rendering, which adds the names of people. The page also stores the values for reloads.
    const typed = typedValues(this.session.typed.values);
    if (Object.keys(typed).length === 0) return;
    queueMicrotask(() => {
      this.#panel.post({ kind: 'fill', form: CREATE_FORM, values: typed });
    });
  }

  async startOver(): Promise<void> {
    if (!(await this.#deps.isSureToDiscard())) return;
    this.#failure = undefined;
    this.#tried = false;
    this.edit(undefined, (session) => {
      session.startOver();
    });
  }

  /** Also stores text that was typed after the last change message. */
  close(values: FormValues | undefined): void {
    if (values !== undefined) this.session.change(formValues(values));
    this.#panel.close();
  }

  openExisting(value: string | undefined): void {
    const { target } = this.session;
    const iid = Number(value);
    if (target === undefined || !Number.isSafeInteger(iid)) return;
    this.#deps.openMergeRequest({ base: this.#key.base, project: target.project.id, iid });
  }

  signIn(): void {
    this.#deps.signIn(this.#key.base);
  }

  showOutput(): void {
    this.#deps.showOutput();
  }

  refresh(): void {
    this.#deps.refresh();
  }

  tryAgain(): void {
    background(this.#start());
  }
}
