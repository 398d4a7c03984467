import { parseJson } from '../../base/parse-json';
import type { AddressParts } from '../shared/document-address';
import { escapeInvisibleLine, escapeInvisibleSegment } from '../shared/escape-invisible';
import { ERROR_SCHEME, FRAME_SCHEME } from '../shared/tool-addresses';

/** Plain data in an address: it is written as JSON, and whoever reads it checks it. */
const REPORT_FOLDER = 'switchyard-report';
const MAX_LABEL_LENGTH = 40;

/** `switchyard-error://HOST/switchyard-report/TypeError: x is undefined?…` */
export function errorAddress(source: unknown, host: string, title: string): AddressParts {
  return {
    scheme: ERROR_SCHEME,
    authority: host,
    path: `/${REPORT_FOLDER}/${escapeInvisibleSegment(title, MAX_LABEL_LENGTH)}`,
    query: JSON.stringify(source),
  };
}

/** `switchyard-frame://HOST/price.ts?…`: the file's own name, so that the editor knows its language. */
export function frameAddress(frame: unknown, host: string, file: string): AddressParts {
  const name = /[^\\/]*$/.exec(file.replace(/[?#].*$/, ''))?.[0] ?? '';
  return {
    scheme: FRAME_SCHEME,
    authority: host,
    path: `/${escapeInvisibleLine(escapeInvisibleLine(name).slice(-MAX_LABEL_LENGTH * 2)) || 'frame'}`,
    query: JSON.stringify(frame),
  };
}

/** What was written into the query; undefined for an address that somebody made up. */
export const addressed = ({ query }: Pick<AddressParts, 'query'>): unknown => parseJson(query);
