import type { Client } from '../../../api/client';
import { isCancelled } from '../../../api/errors';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { type NewMergeRequest, problemsOf } from '../../../domain/merge-requests/new-merge-request';
import {
  type Begun,
  begunValues,
  type CreateValues,
  firstChoice,
} from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { User } from '../../../schemas/user';
import type { GitPort } from '../../shared/git-port';
import type { MergeRequestKey } from '../../shared/keys';
import { LatestRun } from '../../shared/latest-run';
import type { CreateOptions, MergeRequestMaker } from '../new-merge-request';
import { begunFrom } from './begun';
import { type CreateFacts, type FactsQuestion, readFacts } from './details';
import type { CreateDrafts } from './drafts';
import { TypedFields } from './input';
import type { CreatePlaces, CreateSource, CreateTarget } from './places';
import { askedFor, chosenSource, isPushable, issueNamed, questionOf } from './question';
import { type Choosable, suggestionsOf } from './suggestions';
import { CreateTemplates } from './templates';

export interface CreateSessionDeps {
  readonly git: GitPort;
  readonly places: Pick<CreatePlaces, 'sources' | 'targets'>;
  readonly maker: Pick<MergeRequestMaker, 'create'>;
  readonly drafts: CreateDrafts;
  readonly clientFor: (base: string) => Client;
  readonly user: (base: string) => Promise<User>;
  readonly clock: Clock;
}

/** `problems` are told by `problems`; `failed` where the server or git did not do it, perhaps after the push. */
export type CreateOutcome =
  | { readonly kind: 'made'; readonly key: MergeRequestKey }
  | { readonly kind: 'problems' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly pushed: boolean };

/** The making of one merge request, from the first look at the branch to its end. */
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
  /** What was last known to be merged, of which branch: the text that is made of it stays while another target is typed. */
  #commits: { readonly of: string; readonly commits: CreateFacts['commits'] } | undefined;
  #me: User | undefined;
  readonly #reading = new LatestRun((error) => {
    // What cannot be read stays unknown: the server decides.
    if (error !== undefined && !isCancelled(error)) this.#facts = undefined;
    this.#notify();
  });
  #creating = false;

  readonly onDidChange = this.#changed.event;

  /** `given` stands in the form as if it had been typed. */
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
  get looking(): boolean {
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

  /** What the form holds: what was typed, else what it begins with. */
  get values(): CreateValues {
    const choice = this.typed.values.template ?? firstChoice(this.#templates.names);
    const begun = begunValues(this.#begun(), choice, this.#templates.textOf(choice));
    return this.typed.over(begun);
  }

  /** The issue that the branch names, unless the description closes it already. */
  get issue(): number | undefined {
    return issueNamed(this.values);
  }

  /** The branch can be pushed under the name that it has here. */
  get pushable(): boolean {
    return isPushable(this.#facts, this.values);
  }

  /** What would be refused if it were sent now. */
  get problems(): ReturnType<typeof problemsOf> {
    const asked = this.#asked();
    // While it is looked at, what is known is of other branches.
    const known = this.looking ? undefined : this.#facts;
    return asked === undefined ? {} : problemsOf(asked, known, { pushes: this.values.push && this.pushable });
  }

  /** Rejects where nothing can be made from here; may be tried again. */
  async start(): Promise<void> {
    const { places, user } = this.#deps;
    const { base } = this.#key;
    const signal = this.#end.signal;
    this.#sources = await places.sources(base, signal);
    await this.#enter();
    // Who it is is nothing to wait for.
    user(base).then(
      (me) => {
        this.#me = me;
        this.#notify();
      },
      () => undefined,
    );
  }

  /** Takes what the form holds now. */
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

  /** The text of the chosen template takes the place of the description, or follows it. */
  useTemplate(how: 'replace' | 'below'): void {
    const { template, description } = this.values;
    const text = begunValues(this.#begun(), template, this.#templates.textOf(template)).description;
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

  /** Forgets all that was typed. */
  startOver(): void {
    this.typed.forget();
    this.#commits = undefined;
    this.#begin((signal) => this.#readPlaces(signal));
    this.#notify();
  }

  async suggest(
    what: Choosable,
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

  /** Sends it, once; what is known of the branches is waited for. */
  async create(given: TypedValues, whilePushing: CreateOptions['whilePushing']): Promise<CreateOutcome> {
    if (this.#creating) return { kind: 'busy' };
    this.#creating = true;
    const done = { pushed: false };
    try {
      this.change(given);
      await this.#reading.running;
      const asked = this.#asked();
      const question = this.#question();
      if (asked === undefined || question === undefined || Object.keys(this.problems).length > 0) {
        return { kind: 'problems' };
      }
      const key = await this.#deps.maker.create(this.#key.base, question, asked, {
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

  /** Reads what depends on the clone and the project, then on the branches. */
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
    const facts = await readFacts(this.#deps.git, this.#deps.clientFor(this.#key.base), question, signal);
    signal.throwIfAborted();
    this.#facts = facts;
    if (facts.commits !== undefined) this.#commits = { of: question.sourceBranch, commits: facts.commits };
  }

  /** Reads something in the place of what was being read. */
  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.#reading.start(work);
    this.#notify();
  }

  #begun(): Begun {
    const { source, target } = this;
    return begunFrom({
      ...{ key: this.#key, source, target, typed: this.typed.values, templates: this.#templates.names },
      ...{ commits: this.#commits, push: this.#facts?.push },
    });
  }

  #question(): FactsQuestion | undefined {
    return questionOf(this.values, this.source, this.target);
  }

  #asked(): NewMergeRequest | undefined {
    return askedFor(this.values, this.source, this.target);
  }

  #notify(): void {
    if (!this.#end.signal.aborted) this.#changed.fire();
  }
}

const PLACES = ['sourceBranch', 'target', 'targetBranch'] as const;
