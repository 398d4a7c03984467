import type { AddressParts } from './document-address';
import { ERROR_SCHEME, FRAME_SCHEME } from './tool-addresses';

/** Plain data in an address: it is written as JSON, and whoever reads it checks it. */
const REPORT_FOLDER = 'switchyard-report';
const LONGEST_LABEL = 40;

/** `switchyard-error://HOST/switchyard-report/TypeError: x is undefined?…` */
export function errorAddress(source: unknown, host: string, title: string): AddressParts {
  const plain = title.replaceAll('/', '∕').replace(/\p{Cc}/gu, ' ');
  const label = plain.length > LONGEST_LABEL ? `${plain.slice(0, LONGEST_LABEL)}…` : plain;
  return {
    scheme: ERROR_SCHEME,
    authority: host,
    path: `/${REPORT_FOLDER}/${label}`,
    query: JSON.stringify(source),
  };
}

/** `switchyard-frame://HOST/price.ts?…`: the file's own name, so that the editor knows its language. */
export function frameAddress(frame: unknown, host: string, file: string): AddressParts {
  const name = /[^\\/]*$/.exec(file.replace(/[?#].*$/, ''))?.[0] ?? '';
  return {
    scheme: FRAME_SCHEME,
    authority: host,
    path: `/${name.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_LABEL * 2) || 'frame'}`,
    query: JSON.stringify(frame),
  };
}

/** What was written into the query; undefined for an address that somebody made up. */
export function addressed({ query }: Pick<AddressParts, 'query'>): unknown {
  try {
    return JSON.parse(query);
  } catch {
    return undefined;
  }
}
