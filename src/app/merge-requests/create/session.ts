import type { Client } from '../../../api/client';
import { isCanceled } from '../../../api/errors';
import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { type NewMergeRequest, problemsOf } from '../../../domain/merge-requests/new-merge-request';
import {
  type CreateValues,
  firstChoice,
  initialFormValues,
} from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { User } from '../../../schemas/user';
import type { GitPort } from '../../shared/git-port';
import type { MergeRequestKey } from '../../shared/keys';
import { LatestRun } from '../../shared/latest-run';
import type { CreateOptions, MergeRequestCreator } from '../new-merge-request';
import { type CreateFacts, type CreateFactsParams, readCreateFacts } from './details';
import type { CreateDrafts } from './drafts';
import { chosenSource, createFactsParams, isPushable, issueNamed, mergeRequestToCreate } from './form-values';
import { createInitialFormData } from './initial-values';
import { TypedFields } from './input';
import type { CreatePlaces, CreateSource, CreateTarget } from './places';
import { type SuggestedType, suggestionsOf } from './suggestions';
import { CreateTemplates } from './templates';

export interface CreateSessionDeps {
  readonly git: GitPort;
  readonly places: Pick<CreatePlaces, 'sources' | 'targets'>;
  readonly maker: Pick<MergeRequestCreator, 'create'>;
  readonly drafts: CreateDrafts;
  readonly clientFor: (base: string) => Client;
  readonly user: (base: string) => Promise<User>;
  readonly clock: Clock;
}

/** `problems`: see `CreateSession.problems`. `failed`: the server or git failed, possibly after the push. */
export type CreateOutcome =
  | { readonly kind: 'made'; readonly key: MergeRequestKey }
  | { readonly kind: 'problems' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly pushed: boolean };

/** The creation of one merge request, from opening the form to sending it. */
export class CreateSession implements Disposable {
  readonly #key: CreateKey;
  readonly #deps: CreateSessionDeps;
  readonly #changed = new Emitter<void>();
  readonly #end = new AbortController();
  readonly #templates: CreateTemplates;
  readonly typed: TypedFields;
  #sources: readonly CreateSource[] = [];
  #targets: readonly CreateTarget[] = [];
  #facts: CreateFacts | undefined;
  /** The last known commits. Not cleared while the user types a target, so that generated text stays. */
  #commits: { readonly of: string; readonly commits: CreateFacts['commits'] } | undefined;
  #me: User | undefined;
  readonly #reading = new LatestRun((error) => {
    // Ignore failures: the server validates the request.
    if (error !== undefined && !isCanceled(error)) this.#facts = undefined;
    this.#notify();
  });
  #creating = false;

  readonly onDidChange = this.#changed.event;

  /** `given`: initial values, handled like values that the user typed. */
  constructor(key: CreateKey, deps: CreateSessionDeps, given?: TypedValues) {
    this.#key = key;
    this.#deps = deps;
    this.#templates = new CreateTemplates(deps.git);
    this.typed = new TypedFields(key, deps.drafts, deps.clock, given);
  }

  get sources(): readonly CreateSource[] {
    return this.#sources;
  }
  get targets(): readonly CreateTarget[] {
    return this.#targets;
  }
  get templates(): readonly string[] {
    return this.#templates.names;
  }
  get details(): CreateFacts | undefined {
    return this.#facts;
  }
  get isLoading(): boolean {
    return this.#reading.running !== undefined;
  }
  get me(): User | undefined {
    return this.#me;
  }

  get source(): CreateSource | undefined {
    return chosenSource(this.#sources, this.#key, this.typed.values.source);
  }

  get target(): CreateTarget | undefined {
    const chosen = this.typed.values.target;
    return this.#targets.find(({ project }) => String(project.id) === chosen) ?? this.#targets[0];
  }

  /** The values in the form: the typed ones, or else the initial ones. */
  get values(): CreateValues {
    const template = this.typed.values.template ?? firstChoice(this.#templates.names);
    return this.typed.over(this.#initialValues(template));
  }

  /** The issue in the branch name, unless the description already closes it. */
  get issue(): number | undefined {
    return issueNamed(this.values);
  }

  /** True if the branch can be pushed under its local name. */
  get pushable(): boolean {
    return isPushable(this.#facts, this.values);
  }

  /** Problems with the current values that prevent creating the merge request. */
  get problems(): ReturnType<typeof problemsOf> {
    const request = this.#request();
    // While facts are being read, the known ones belong to other branches.
    const known = this.isLoading ? undefined : this.#facts;
    if (request === undefined) return {};
    return problemsOf(request, known, { pushes: this.values.push && this.pushable });
  }

  /** Reads the sources and targets. Rejects if no merge request can be created here; can be called again. */
  async start(): Promise<void> {
    const { places, user } = this.#deps;
    const { base } = this.#key;
    const signal = this.#end.signal;
    this.#sources = await places.sources(base, signal);
    await this.#enter();
    // Don't wait for the user, who is only needed for the assignee.
    ignoreFailure(
      user(base).then((me) => {
        this.#me = me;
        this.#notify();
      }),
    );
  }

  /** Applies the current values of the form. */
  change(given: TypedValues): void {
    const before = this.values;
    this.typed.take(given, before);
    const now = this.values;
    if (now.source !== before.source) this.#begin((signal) => this.#readPlaces(signal));
    else if (PLACES.some((field) => now[field] !== before[field]))
      this.#begin((signal) => this.#read(signal));
    else if (now.template !== before.template) this.#begin((signal) => this.#readTemplate(signal));
    if (now.template !== before.template) this.typed.choseTemplate();
    this.#notify();
  }

  /** Replaces the description with the text of the selected template, or appends it. */
  useTemplate(how: 'replace' | 'below'): void {
    const { template, description } = this.values;
    const text = this.#initialValues(template).description;
    this.typed.describe(how === 'replace' ? text : `${description.trimEnd()}\n\n${text}`, description);
    this.#notify();
  }

  putBack(): void {
    this.typed.putBack();
    this.#notify();
  }

  assignMe(): void {
    const me = this.#me;
    if (me === undefined) return;
    this.typed.name(String(me.id), me.name);
    this.typed.set({ assignees: [...this.values.assignees, String(me.id)] });
    this.#notify();
  }

  /** Discards everything that was typed. */
  startOver(): void {
    this.typed.forget();
    this.#commits = undefined;
    this.#begin((signal) => this.#readPlaces(signal));
    this.#notify();
  }

  async suggest(
    what: SuggestedType,
    of: 'source' | 'target',
    text: string,
    signal: AbortSignal,
  ): ReturnType<typeof suggestionsOf> {
    const project = of === 'source' ? this.source?.project : this.target?.project;
    if (project === undefined) return [];
    const client = this.#deps.clientFor(this.#key.base);
    const found = await suggestionsOf(client, project, { what, text }, { signal });
    for (const { value, label } of found ?? []) this.typed.name(value, label);
    return found;
  }

  /** Sends the request once, after waiting for the facts about the branches. */
  async create(given: TypedValues, whilePushing: CreateOptions['whilePushing']): Promise<CreateOutcome> {
    if (this.#creating) return { kind: 'busy' };
    this.#creating = true;
    const done = { pushed: false };
    try {
      this.change(given);
      await this.#reading.running;
      const request = this.#request();
      const question = this.#question();
      if (request === undefined || question === undefined || Object.keys(this.problems).length > 0) {
        return { kind: 'problems' };
      }
      const key = await this.#deps.maker.create(this.#key.base, question, request, {
        push: this.values.push && this.pushable ? this.#facts?.local : undefined,
        whilePushing: async (work) => {
          await whilePushing(work);
          done.pushed = true;
        },
      });
      this.typed.forget();
      return { kind: 'made', key };
    } catch (error) {
      if (done.pushed) this.#begin((signal) => this.#read(signal));
      return { kind: 'failed', error, pushed: done.pushed };
    } finally {
      this.#creating = false;
    }
  }

  dispose(): void {
    this.#end.abort();
    this.#reading.stop();
    this.#changed.dispose();
  }

  /** Reads the data of the clone and the project, then that of the branches. */
  async #enter(): Promise<void> {
    await this.#readPlaces(this.#end.signal, true);
    this.#begin((signal) => this.#read(signal));
  }

  async #readPlaces(signal: AbortSignal, first = false): Promise<void> {
    const { source } = this;
    if (source === undefined) return;
    const [targets, files] = await Promise.all([
      this.#deps.places.targets(source, this.#key.base, signal),
      this.#templates.filesIn(source.clone.repository),
    ]);
    signal.throwIfAborted();
    this.#targets = targets;
    this.#templates.use(files);
    await this.#readTemplate(signal);
    if (!first) await this.#read(signal);
  }

  async #readTemplate(signal: AbortSignal): Promise<void> {
    const choice = this.typed.values.template ?? firstChoice(this.#templates.names);
    const repository = this.source?.clone.repository;
    if (repository !== undefined) await this.#templates.read(repository, choice, signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const question = this.#question();
    if (question === undefined) return;
    const facts = await readCreateFacts(
      this.#deps.git,
      this.#deps.clientFor(this.#key.base),
      question,
      signal,
    );
    signal.throwIfAborted();
    this.#facts = facts;
    if (facts.commits !== undefined) this.#commits = { of: question.sourceBranch, commits: facts.commits };
  }

  /** Starts reading; cancels the previous read. */
  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.#reading.start(work);
    this.#notify();
  }

  #initialValues(template: string): ReturnType<typeof initialFormValues> {
    const { source, target } = this;
    const data = createInitialFormData({
      key: this.#key,
      source,
      target,
      typed: this.typed.values,
      templates: this.#templates.names,
      commits: this.#commits,
      push: this.#facts?.push,
    });
    return initialFormValues(data, template, this.#templates.textOf(template));
  }

  #question(): CreateFactsParams | undefined {
    return createFactsParams(this.values, this.source, this.target);
  }

  #request(): NewMergeRequest | undefined {
    return mergeRequestToCreate(this.values, this.source, this.target);
  }

  #notify(): void {
    if (!this.#end.signal.aborted) this.#changed.fire();
  }
}

const PLACES = ['sourceBranch', 'target', 'targetBranch'] as const;
