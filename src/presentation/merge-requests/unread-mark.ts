import { t } from '../../base/localize';
import { encodeAny } from '../../base/well-formed';
import type { MergeRequest } from '../../schemas/merge-request';
import type { AddressParts } from '../shared/document-address';

/** Scheme of the rows of unread merge requests; such URIs can't be opened. */
const UNREAD_SCHEME = 'switchyard-unread';

/** The badge of an unread row. It is at the end of the row, where long titles don't hide it. */
export const UNREAD_MARK = { sign: '●', word: () => t('unread') } as const;

/** `switchyard-unread:/7!12`. */
export const unreadResource = ({ project_id: project, iid }: MergeRequest): AddressParts => ({
  scheme: UNREAD_SCHEME,
  authority: '',
  path: `/${encodeAny(String(project))}!${iid}`,
  query: '',
});

export const isUnreadResource = ({ scheme }: Pick<AddressParts, 'scheme'>): boolean =>
  scheme === UNREAD_SCHEME;
