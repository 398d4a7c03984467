/** The hosts that tests can run in, by name. `codeServer` 4.N.x contains Code-OSS 1.N. */
export const HOSTS: Readonly<Record<'newest' | 'minimum', { readonly codeServer: string }>>;
