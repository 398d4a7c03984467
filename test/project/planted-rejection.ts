// Not a test of the extension: `unheard-rejections.test.ts` runs it and expects it to fail.
it('has an unhandled promise rejection', () => {
  void Promise.reject(new Error('planted'));
});
