import { parseJson } from '../../base/parse-json';
import type { AddressParts } from '../shared/document-address';
import { escapeInvisibleLine, escapeInvisibleSegment } from '../shared/escape-invisible';
import { ERROR_SCHEME, FRAME_SCHEME } from '../shared/tool-addresses';

/** Path segment of error documents. Their query is JSON, which must be validated after reading. */
const REPORT_FOLDER = 'switchyard-report';
const MAX_LABEL_LENGTH = 40;

/** `switchyard-error://HOST/switchyard-report/TypeError: x is undefined?{…,label}` */
export function errorAddress(source: object, host: string, title: string): AddressParts {
  const label = escapeInvisibleSegment(title, MAX_LABEL_LENGTH);
  return {
    scheme: ERROR_SCHEME,
    authority: host,
    path: `/${REPORT_FOLDER}/${label}`,
    query: JSON.stringify({ ...source, label }),
  };
}

/** `switchyard-frame://HOST/price.ts?…`, with the name of the file, so that VS Code detects its language. */
export function frameAddress(frame: unknown, host: string, file: string): AddressParts {
  const name = /[^\\/]*$/.exec(file.replace(/[?#].*$/, ''))?.[0] ?? '';
  return {
    scheme: FRAME_SCHEME,
    authority: host,
    path: `/${escapeInvisibleLine(escapeInvisibleLine(name).slice(-MAX_LABEL_LENGTH * 2)) || 'frame'}`,
    query: JSON.stringify(frame),
  };
}

/** Returns the parsed query; undefined if it isn't valid JSON. */
export const parsedAddressQuery = ({ query }: Pick<AddressParts, 'query'>): unknown => parseJson(query);
