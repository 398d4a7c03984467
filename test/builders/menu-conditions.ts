/**
 * Returns true if a row of a view matches the conditions of a menu on the view and the row. Ignores other
 * conditions.
 */
export function isShown(when: string, view: string, contextValue: string): boolean {
  return when.split(' && ').every((part) => {
    const [, not, left, operator, right = ''] =
      /^(!?)\(?(\w+) (==|=~) ([^)]+(?:\)\S*)?)\)?$/.exec(part) ?? [];
    const value = left === 'view' ? view : left === 'viewItem' ? contextValue : undefined;
    if (value === undefined) return true;
    const fits =
      operator === '==' ? value === right : new RegExp(right.slice(1, right.lastIndexOf('/'))).test(value);
    return fits !== (not === '!');
  });
}
