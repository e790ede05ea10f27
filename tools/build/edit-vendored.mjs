// Takes parts out of a file of a package. A new version of the package may look different: each
// edit must then match exactly once, or the build fails instead of shipping the part again.
export function editVendored(text, edits) {
  return edits.reduce((edited, { find, replace, why }) => {
    const found = [...edited.matchAll(new RegExp(find, 'g'))];
    if (found.length !== 1) {
      throw new Error(`vendor.json: "${why}" is found ${found.length} times instead of once`);
    }
    return edited.replace(new RegExp(find), () => replace);
  }, text);
}
