import {
  type Filter,
  type FilterNameIn,
  filtersIn,
  type PlaceKind,
  type QueryFilters,
} from '../../schemas/merge-request-query';
import { boolean, type Param, type ParamKind, type Params, integer, oneOf } from '../params';

/** Parameters that only affect the format of the response. */
const FORMAT = {
  view: oneOf(['simple']),
  with_labels_details: boolean,
  with_merge_status_recheck: boolean,
  page: integer,
  per_page: integer,
};

interface FilterSpec<P extends PlaceKind> {
  readonly query: typeof FORMAT & {
    readonly [F in FilterNameIn<P> | 'not']: Param<Readonly<NonNullable<QueryFilters[F]>>, false>;
  };
  readonly exclusive: readonly (readonly [FilterNameIn<P>, FilterNameIn<P>])[];
}

/**
 * Returns the parameters of a kind of list of merge requests, and which of them are mutually exclusive, from the
 * table of filters (server-behavior.md#list-filters).
 */
export function filterSpec<P extends PlaceKind>(place: P): FilterSpec<P>;
export function filterSpec(place: PlaceKind): {
  readonly query: Params;
  readonly exclusive: readonly (readonly [string, string])[];
} {
  const query = paramsIn('', place);
  const not: Param = { kind: 'hash', required: false, fields: paramsIn('not.', place) };
  const exclusive = filtersIn('').flatMap(([name, { excludes = '' }]) =>
    Object.hasOwn(query, name) && Object.hasOwn(query, excludes) && name < excludes
      ? [[name, excludes] as const]
      : [],
  );
  return { query: { ...query, not, ...FORMAT }, exclusive };
}

const paramsIn = (prefix: '' | 'not.', place: PlaceKind): Params =>
  Object.fromEntries(
    filtersIn(prefix)
      .filter(([, { places }]) => places.includes(place))
      .map(([name, filter]) => [name, paramOf(filter)]),
  );

function paramOf(filter: Filter): Param<unknown, false> {
  const { kind, values, most } = filter;
  return {
    kind: paramKind(filter),
    required: false,
    ...(kind === 'choice' && values !== undefined && { values }),
    ...(most !== undefined && { most }),
  };
}

/** In texts, `None` and `Any` are ordinary values. */
function paramKind({ kind, wildcards, joined }: Filter): ParamKind {
  switch (kind) {
    case 'number':
      return wildcards === true ? 'idOrWord' : 'integer';
    case 'numbers':
      return wildcards === true ? 'idsOrWord' : 'integers';
    case 'texts':
    case 'choices':
      return joined === true ? 'list' : wildcards === true ? 'namesOrWord' : 'strings';
    case 'flag':
      return 'boolean';
    case 'text':
    case 'date':
    case 'choice':
      return 'string';
  }
}
