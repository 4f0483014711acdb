/** The section of a version, without its heading; null if the changelog has none, or an empty one. */
const sectionOf = (changelog: string, version: string): string | null => {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  return section?.slice(section.indexOf('\n')).trim() || null
}

/** The notes of a release: the section of its version. */
export const releaseNotes = (tag: string, version: string, changelog: string): string => {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not v${version}, the version in package.json.`)
  const section = sectionOf(changelog, version)
  if (section === null) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return section
}
