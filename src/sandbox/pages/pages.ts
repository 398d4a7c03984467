import type { Exchange } from '../http/exchange';
import { pairsOf } from '../http/form';
import { html, type Reply } from '../http/reply';
import { jobAddress } from '../views/job';
import { pipelineAddress } from '../views/pipeline';
import { avatarAt } from '../world/avatars';
import { logOf } from '../world/logs/log-of';
import { conflictsOf, detailedStatusOf } from '../world/merge-requests/mergeability';
import type { MergeRequest } from '../world/merge-requests/model';
import { type Job, type Pipeline, type Project, ROLES } from '../world/model';
import { USERS } from '../world/people';
import { blobAt, resolveRef } from '../world/repositories/blobs';
import { findPipeline, type World } from '../world/world';
import { type Markup, markup, page } from './html';
import { label, statusLabel, mergeLabel, stateLabel } from './labels';

const TOKEN_PAGE = '/-/user_settings/personal_access_tokens';
const FINE_GRAINED_TOKEN_PAGE = `${TOKEN_PAGE}/granular/new`;

/** Maximum number of pipelines on a project page, and of characters of a log. */
const MAX_PIPELINES = 30;
const LOG_TAIL = 200_000;

interface Context {
  readonly world: World;
  readonly base: string;
}

/** Returns simple pages for the URLs in `web_url` fields. Only public projects have pages. */
export function handlePage({ path, query, base }: Exchange, world: World): Reply {
  const context = { world, base };
  if (path === '/') return html(200, homePage(context));
  if (path === TOKEN_PAGE || path === FINE_GRAINED_TOKEN_PAGE) return html(200, tokenPage(query));
  const image = avatarAt(path);
  if (image !== undefined) return { status: 200, type: 'image/png', body: image };
  const upload = uploadOf(world, path);
  if (upload !== undefined) return upload;
  const file = filePage(world, base, path);
  if (file !== undefined) return html(200, file);
  const [, name = '', kind, id] =
    /^\/([^/]+\/[^/]+?)(?:\/-\/(pipelines|jobs|merge_requests)\/(\d+))?\/?$/.exec(path) ?? [];
  const project = world.projects.find((each) => each.path === name && each.visibility === 'public');
  if (project === undefined) return notFound();
  if (kind === undefined) return html(200, projectPage(context, project));
  if (kind === 'pipelines') {
    const pipeline = findPipeline(project, Number(id));
    return pipeline === undefined ? notFound() : html(200, pipelinePage(context, pipeline));
  }
  if (kind === 'merge_requests') {
    const request = world.mergeRequests.find(project, Number(id));
    return request === undefined ? notFound() : html(200, mergeRequestPage(world, base, request));
  }
  const job = project.jobs.find(Number(id));
  return job === undefined ? notFound() : html(200, jobPage(context, job));
}

const UPLOAD = /^\/(?:-\/project\/(\d+)|([^/]+\/[^/]+))\/uploads\/([0-9a-f]{32})\/([^/]+)$/;

/** Returns an upload of a public project. Those of other projects require a session in the browser. */
function uploadOf(world: World, address: string): Reply | undefined {
  const [, id, path = '', secret = '', filename = ''] = UPLOAD.exec(address) ?? [];
  const project = world.project(id ?? path);
  if (project?.visibility !== 'public') return undefined;
  const upload = world.uploads.find(project, secret, decoded(filename) ?? '');
  return upload && { status: 200, type: upload.type, body: upload.bytes };
}

const notFound = (): Reply =>
  html(404, page('Page not found', markup`<p>The sandbox has no page with this URL.</p>`));

const link = (address: string, text: string | number): Markup => markup`<a href="${address}">${text}</a>`;

function homePage({ world, base }: Context): string {
  const projects = world.projects.filter(({ visibility }) => visibility === 'public');
  return page(
    'Switchyard sandbox',
    markup`<p>A demo server that runs on this computer only. Its users, projects, and pipelines are fictional.</p>
<p>${link(`${base}${TOKEN_PAGE}`, 'Personal access tokens')}</p>
<ul>${projects.map(({ path, description }) => markup`<li>${link(`${base}/${path}`, path)}: ${description}</li>`)}</ul>`,
  );
}

/**
 * The page that the extension opens for creating a token. It contains no tokens, because every user of this
 * machine can open it. The sandbox prints them to its output.
 */
function tokenPage(query: string): string {
  const params = new Map(pairsOf(query));
  return page(
    'Personal access tokens',
    markup`<p>The sandbox creates its tokens when it starts. Its first line of output contains one for each of these users.</p>
${params.get('scopes') === undefined ? markup`` : markup`<p>Requested: <code>${params.get('name') ?? 'a token'}</code> with <code>${params.get('scopes') ?? ''}</code></p>`}
<table><tr><th>Role</th><th>User</th></tr>
${ROLES.map((role) => markup`<tr><td>${label(role)}</td><td>${USERS[role].name}</td></tr>`)}</table>`,
  );
}

function projectPage({ base }: Context, project: Project): string {
  const newest = project.pipelines.slice(-MAX_PIPELINES).toReversed();
  return page(
    project.path,
    markup`<p>${project.description}</p><p><code>git clone ${base}/${project.path}.git</code></p>
<table><tr><th>Pipeline</th><th>Status</th><th>Branch or tag</th></tr>
${newest.map((each) => markup`<tr><td>${link(pipelineAddress(each, base), `#${each.id}`)}</td><td>${statusLabel(each.status)}</td><td>${each.ref}</td></tr>`)}</table>`,
  );
}

function pipelinePage({ base }: Context, pipeline: Pipeline): string {
  const { project, jobs } = pipeline;
  return page(
    `Pipeline #${pipeline.id}`,
    markup`<p>${link(`${base}/${project.path}`, project.path)} · ${statusLabel(pipeline.status)} · ${pipeline.ref} · <code>${pipeline.sha.slice(0, 8)}</code></p>
<table><tr><th>Stage</th><th>Job</th><th>Status</th></tr>
${jobs.map((job) => markup`<tr><td>${job.spec.stage}</td><td>${link(jobAddress(job, base), job.spec.name)}</td><td>${statusLabel(job.status)}</td></tr>`)}</table>`,
  );
}

/** Matches colors, section markers, and text that a carriage return overwrites. */
const CONTROLS = new RegExp(
  String.raw`\u001b\[[\d;]*[A-Za-z]|section_(?:start|end):[^\r\n]*\r|[^\n]*\r(?!\n)`,
  'g',
);

function jobPage({ world, base }: Context, job: Job): string {
  const log = logOf(job, world.time) ?? 'This job has no log.';
  const plain = log.slice(-LOG_TAIL).replace(CONTROLS, '');
  return page(
    `Job #${job.id}`,
    markup`<p>${link(pipelineAddress(job.pipeline, base), `Pipeline #${job.pipeline.id}`)} · ${job.spec.name} · ${statusLabel(job.status)}</p><pre>${plain}</pre>`,
  );
}

const FILE = /^\/([^/]+\/[^/]+)\/-\/blob\/([^/]+)\/(.+)$/;

/** Returns the page of a file of a public project. Undefined if it doesn't exist, or for other pages. */
function filePage(world: World, base: string, address: string): string | undefined {
  const [, name, ref = '', encoded = ''] = FILE.exec(address) ?? [];
  const project = world.projects.find(({ path, visibility }) => path === name && visibility === 'public');
  const path = decoded(encoded);
  if (project === undefined || path === undefined) return undefined;
  const repository = world.repositories.of(project);
  const commit = resolveRef(repository, decoded(ref) ?? '');
  const blob = commit === undefined ? undefined : blobAt(repository, commit, path);
  if (blob === undefined) return undefined;
  const text = blob.bytes.includes(0) ? 'This file is binary.' : blob.bytes.toString();
  return page(
    path,
    markup`<p><a href="${`${base}/${project.path}`}">${project.path}</a> · ${decoded(ref) ?? ''}</p><pre>${text}</pre>`,
  );
}

/** Returns undefined for invalid escapes. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the page for the `web_url` of a merge request. */
function mergeRequestPage(world: World, base: string, request: MergeRequest): string {
  const { iid, project, source, sourceBranch, targetBranch, title, state, author, description } = request;
  const from = source === project ? sourceBranch : `${source.path}:${sourceBranch}`;
  const status =
    state === 'opened' ? `Open · ${mergeLabel(detailedStatusOf(world, request))}` : stateLabel(state);
  return page(
    `${title} (!${iid})`,
    markup`<p><a href="${`${base}/${project.path}`}">${project.path}</a> · ${status} · ${author.name}</p>
<p><code>${from}</code> into <code>${targetBranch}</code>${state === 'opened' && conflictsOf(world, request) ? ' · merge conflicts' : ''}</p>
<pre>${description}</pre>`,
  );
}
