// Not a test of the product: `unheard-rejections.test.ts` runs it and expects it to fail.
it('leaves a rejected promise to nobody', () => {
  void Promise.reject(new Error('planted'));
});
