import { type ArgsOf, endpoint, one } from '../../api/endpoint';
import * as pipelines from '../../api/endpoints/pipelines';
import { string } from '../../api/params';
import { pipelineSchema } from '../../schemas/pipeline';
import type { Call } from '../http/call';
import { momentOf } from '../http/moment';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { pipelineDetailView, pipelineView } from '../views/pipeline';
import type { Pipeline, Project } from '../world/model';
import { blobAt, resolveRef } from '../world/repositories/blobs';
import { pipelineOf, projectForCodeReaders, projectForReaders, projectOf } from './access';

type Filters = ArgsOf<typeof pipelines.listPipelines>;

/** Filters that compare a property of a pipeline with the given value. */
const EQUAL = [
  ['ref', ({ ref }) => ref],
  ['sha', ({ sha }) => sha],
  ['status', ({ status }) => status],
  ['source', ({ source }) => source],
  ['username', ({ user }) => user.username],
] as const satisfies readonly (readonly [keyof Filters, (pipeline: Pipeline) => string])[];

/** Child pipelines are only listed on request, as on the real service. */
function isListed(pipeline: Pipeline, filters: Omit<Filters, 'id'>): boolean {
  if (filters.source === undefined && pipeline.source === 'parent_pipeline') return false;
  const after = momentOf(filters.updated_after ?? '');
  const before = momentOf(filters.updated_before ?? '');
  return (
    EQUAL.every(([name, of]) => filters[name] === undefined || filters[name] === of(pipeline)) &&
    !(pipeline.updatedAt <= after) &&
    !(pipeline.updatedAt >= before)
  );
}

const KEYS: Readonly<Record<NonNullable<Filters['order_by']>, (pipeline: Pipeline) => string | number>> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  ref: ({ ref }) => ref,
  updated_at: ({ updatedAt }) => updatedAt,
  user_id: ({ user }) => user.id,
};

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the project for reading its pipelines. Guests can only read those of public projects. */
function readable(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  return project.visibility === 'public' ? project : projectForReaders(call, id);
}

/** Rejects invalid times instead of ignoring them. */
function checkTimes(filters: Filters): void {
  const wrong = (['updated_after', 'updated_before'] as const).filter(
    (name) => filters[name] !== undefined && filters[name] !== '' && Number.isNaN(momentOf(filters[name])),
  );
  if (wrong.length > 0) throw refuse.invalid(wrong.map((name) => `${name} is invalid`).join(', '));
}

/**
 * `GET …/pipelines/latest` returns the latest pipeline for the head of a branch or tag. Registered before the
 * route with a pipeline ID, which would also match.
 */
const getLatestPipeline = endpoint({
  method: 'GET',
  path: '/projects/:id/pipelines/latest',
  query: { ref: string },
  response: one(pipelineSchema),
});

/** Pipelines of a project. Public projects are readable without a token. */
/** The CI configuration of a commit. The demo projects include no other files. */
const lintConfiguration = route(pipelines.lintConfiguration, (call, args) => {
  const git = call.world.repositories.of(projectForCodeReaders(call, args.id));
  const commit = resolveRef(git, args.content_ref ?? 'HEAD');
  if (commit === undefined) throw refuse.missing('Commit');
  const file = blobAt(git, commit, '.gitlab-ci.yml');
  if (file === undefined) {
    const errors = ['Please provide content of .gitlab-ci.yml'];
    return json(200, { valid: false, merged_yaml: null, errors, warnings: [] });
  }
  // The section with the inputs of pipelines isn't part of the merged configuration.
  const text = file.bytes.toString('utf8').replace(/^spec:\n[^]*?\n---\n/, '---\n');
  return json(200, { valid: true, merged_yaml: text, errors: [], warnings: [] });
});

export const pipelineRoutes = [
  lintConfiguration,
  route(
    pipelines.listPipelines,
    (call, args) => {
      checkTimes(args);
      const key = KEYS[args.order_by ?? 'id'];
      const found = readable(call, args.id)
        .pipelines.filter((pipeline) => isListed(pipeline, args))
        .sort((a, b) => compare(key(a), key(b)) || a.id - b.id);
      const ordered = args.sort === 'asc' ? found : found.reverse();
      return offsetPage(call, args, ordered, (pipeline) => pipelineView(pipeline, call.base));
    },
    'anyone',
  ),
  route(
    getLatestPipeline,
    (call, args) => {
      const project = readable(call, args.id);
      const { ref = 'main' } = args;
      const head = resolveRef(call.world.repositories.of(project), ref);
      const latest = project.pipelines.findLast(
        (pipeline) => pipeline.ref === ref && pipeline.sha === head && isListed(pipeline, {}),
      );
      // The real service responds with 403 if there is no pipeline, because its permission check fails.
      if (latest === undefined) throw refuse.forbidden();
      return json(200, pipelineDetailView(latest, call.base, call.world.time));
    },
    'anyone',
  ),
  route(
    pipelines.getPipeline,
    (call, args) => {
      const pipeline = pipelineOf(readable(call, args.id), args.pipeline_id);
      return json(200, pipelineDetailView(pipeline, call.base, call.world.time));
    },
    'anyone',
  ),
];
