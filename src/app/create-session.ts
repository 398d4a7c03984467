import type { Client } from '../api/client';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { templateNames, TEMPLATE_FOLDER } from '../domain/merge-request-template';
import { canPush, issueOf, closesIssue, problemsOf, type NewMergeRequest } from '../domain/new-merge-request';
import {
  begunValues,
  firstChoice,
  newMergeRequest,
  squashRuleOf,
  templateOf,
  type Begun,
  type CreateValues,
} from '../domain/new-merge-request-values';
import type { CreateKey, TypedValues } from '../schemas/new-merge-request';
import type { User } from '../schemas/user';
import type { CreateDrafts } from './create-drafts';
import { readFacts, type CreateFacts, type FactsQuestion } from './create-facts';
import { sourceBranchOf, type CreatePlaces, type CreateSource, type CreateTarget } from './create-places';
import { suggestionsOf, type Choosable } from './create-suggestions';
import { TypedFields } from './create-typed';
import type { GitPort } from './git-port';
import type { MergeRequestKey } from './keys';
import type { CreateOptions, MergeRequestMaker } from './new-merge-request';

export interface CreateSessionPorts {
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
  readonly #ports: CreateSessionPorts;
  readonly #changed = new Emitter<void>();
  readonly #end = new AbortController();
  readonly #texts = new Map<string, string>();
  readonly typed: TypedFields;
  #sources: readonly CreateSource[] = [];
  #targets: readonly CreateTarget[] = [];
  #templates: readonly string[] = [];
  #facts: CreateFacts | undefined;
  /** What was last known to be merged, of which branch: the text that is made of it stays while another target is typed. */
  #commits: { readonly of: string; readonly commits: CreateFacts['commits'] } | undefined;
  #me: User | undefined;
  #looking: Promise<void> | undefined;
  #flight: AbortController | undefined;
  #creating = false;

  readonly onDidChange = this.#changed.event;

  /** `given` stands in the form as if it had been typed. */
  constructor(key: CreateKey, ports: CreateSessionPorts, given?: TypedValues) {
    this.#key = key;
    this.#ports = ports;
    this.typed = new TypedFields(key, ports.drafts, ports.clock, given);
  }

  get sources(): readonly CreateSource[] {
    return this.#sources;
  }
  get targets(): readonly CreateTarget[] {
    return this.#targets;
  }
  get templates(): readonly string[] {
    return this.#templates;
  }
  get facts(): CreateFacts | undefined {
    return this.#facts;
  }
  get looking(): boolean {
    return this.#looking !== undefined;
  }
  get me(): User | undefined {
    return this.#me;
  }

  get source(): CreateSource | undefined {
    const { project, repository } = this.#key;
    const chosen = this.typed.values.source;
    return (
      this.#sources.find(({ id }) => id === chosen) ??
      this.#sources.find((each) => each.project.id === project && each.clone.repository === repository) ??
      this.#sources.find((each) => each.project.id === project) ??
      this.#sources[0]
    );
  }

  get target(): CreateTarget | undefined {
    const chosen = this.typed.values.target;
    return this.#targets.find(({ project }) => String(project.id) === chosen) ?? this.#targets[0];
  }

  /** What the form holds: what was typed, else what it begins with. */
  get values(): CreateValues {
    const choice = this.typed.values.template ?? firstChoice(this.#templates);
    const begun = begunValues(this.#begun(), choice, this.#texts.get(templateOf(choice) ?? ''));
    return this.typed.over(begun);
  }

  /** The issue that the branch names, unless the description closes it already. */
  get issue(): number | undefined {
    const { sourceBranch, description, closes } = this.values;
    const issue = issueOf(sourceBranch);
    return issue === undefined || (!closes && closesIssue(description, issue)) ? undefined : issue;
  }

  /** The branch can be pushed under the name that it has here. */
  get pushable(): boolean {
    const facts = this.#facts;
    return facts !== undefined && canPush(facts.push) && facts.local === this.values.sourceBranch;
  }

  /** What would be refused if it were sent now. */
  get problems(): ReturnType<typeof problemsOf> {
    const asked = this.#asked();
    // While it is looked at, what is known is of other branches.
    const known = this.looking ? undefined : this.#facts;
    return asked === undefined ? {} : problemsOf(asked, known, this.values.push && this.pushable);
  }

  /** Rejects where nothing can be made from here; may be tried again. */
  async start(): Promise<void> {
    const { places, user } = this.#ports;
    const { base } = this.#key;
    const signal = this.#end.signal;
    this.#sources = await places.sources(base, signal);
    await this.#enter();
    // Who it is is nothing to wait for.
    user(base).then(
      (me) => {
        this.#me = me;
        this.#tell();
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
    this.#tell();
  }

  /** The text of the chosen template takes the place of the description, or follows it. */
  useTemplate(how: 'replace' | 'below'): void {
    const { template, description } = this.values;
    const text = begunValues(
      this.#begun(),
      template,
      this.#texts.get(templateOf(template) ?? ''),
    ).description;
    this.typed.describe(how === 'replace' ? text : `${description.trimEnd()}\n\n${text}`, description);
    this.#tell();
  }

  putBack(): void {
    this.typed.putBack();
    this.#tell();
  }

  assignMe(): void {
    const me = this.#me;
    if (me === undefined) return;
    this.typed.name(String(me.id), me.name);
    this.typed.set({ assignees: [...this.values.assignees, String(me.id)] });
    this.#tell();
  }

  /** Forgets all that was typed. */
  startOver(): void {
    this.typed.forget();
    this.#commits = undefined;
    this.#begin((signal) => this.#readPlaces(signal));
    this.#tell();
  }

  async suggest(
    what: Choosable,
    of: 'source' | 'target',
    text: string,
    signal: AbortSignal,
  ): ReturnType<typeof suggestionsOf> {
    const project = of === 'source' ? this.source?.project : this.target?.project;
    if (project === undefined) return [];
    const client = this.#ports.clientFor(this.#key.base);
    const found = await suggestionsOf(what, client, project, text, { signal });
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
      await this.#looking;
      const asked = this.#asked();
      const question = this.#question();
      if (asked === undefined || question === undefined || Object.keys(this.problems).length > 0) {
        return { kind: 'problems' };
      }
      const key = await this.#ports.maker.create(this.#key.base, question, asked, {
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
    this.#flight?.abort();
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
    const { places, git } = this.#ports;
    const [targets, files] = await Promise.all([
      places.targets(source, this.#key.base, signal),
      git.filesIn(source.clone.repository, TEMPLATE_FOLDER).catch(() => []),
    ]);
    signal.throwIfAborted();
    this.#targets = targets;
    this.#templates = templateNames(files);
    await this.#readTemplate(signal);
    if (!first) await this.#read(signal);
  }

  /** Asks only for one that is not known yet. */
  async #readTemplate(signal: AbortSignal): Promise<void> {
    const { source } = this;
    const name = templateOf(this.typed.values.template ?? firstChoice(this.#templates));
    if (source === undefined || name === undefined || this.#texts.has(name)) return;
    const path = `${TEMPLATE_FOLDER}/${name}.md`;
    const text = await this.#ports.git.fileAt(source.clone.repository, path).catch(() => undefined);
    signal.throwIfAborted();
    // A browser knows one kind of line end.
    this.#texts.set(name, (text ?? '').replace(/\r\n?/g, '\n'));
  }

  async #read(signal: AbortSignal): Promise<void> {
    const question = this.#question();
    if (question === undefined) return;
    const facts = await readFacts(this.#ports.git, this.#ports.clientFor(this.#key.base), question, signal);
    signal.throwIfAborted();
    this.#facts = facts;
    if (facts.commits !== undefined) this.#commits = { of: question.sourceBranch, commits: facts.commits };
  }

  /** Reads something in the place of what was being read. What cannot be read stays unknown: the server decides. */
  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.#flight?.abort();
    const flight = new AbortController();
    this.#flight = flight;
    const looking = work(flight.signal)
      .catch((error: unknown) => {
        if (!isCancelled(error)) this.#facts = undefined;
      })
      .finally(() => {
        if (this.#flight !== flight) return;
        this.#looking = undefined;
        this.#tell();
      });
    this.#looking = looking;
    this.#tell();
  }

  #begun(): Begun {
    const { source, target } = this;
    const { project, branch } = this.#key;
    const own = source === undefined || source.project.id === project;
    const sourceBranch = this.typed.values.sourceBranch ?? (own ? branch : (sourceBranchOf(source) ?? ''));
    const targetBranch = this.typed.values.targetBranch ?? target?.project.default_branch ?? '';
    return {
      source: source?.id ?? '',
      sourceBranch,
      target: String(target?.project.id ?? ''),
      targetBranch,
      isFork: source !== undefined && target !== undefined && source.project.id !== target.project.id,
      templates: this.#templates,
      commits: this.#commits?.of === sourceBranch.trim() ? this.#commits.commits : undefined,
      push: this.#facts?.push,
      squashOption: target?.project.squash_option,
      removesSourceBranch: target?.project.remove_source_branch_after_merge,
    };
  }

  #question(): FactsQuestion | undefined {
    const { source, target } = this;
    if (source === undefined || target === undefined) return undefined;
    const { sourceBranch, targetBranch } = this.values;
    return { source, target, sourceBranch: sourceBranch.trim(), targetBranch: targetBranch.trim() };
  }

  #asked(): NewMergeRequest | undefined {
    const { source, target } = this;
    if (source === undefined || target === undefined) return undefined;
    const rules = { issue: this.issue, squashRule: squashRuleOf(target.project.squash_option) };
    return newMergeRequest(this.values, { source: source.project.id, target: target.project.id }, rules);
  }

  #tell(): void {
    if (!this.#end.signal.aborted) this.#changed.fire();
  }
}

const PLACES = ['sourceBranch', 'target', 'targetBranch'] as const;
