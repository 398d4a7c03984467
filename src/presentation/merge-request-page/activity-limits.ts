/** Maximum number of threads per page of entries. */
export const MAX_THREADS = 50;
