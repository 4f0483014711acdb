import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '#package.json' with { type: 'json' }
import { releaseNotes } from '#tools/reports/releaseNotes.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<
    Record<string, { readonly needs?: string | ReadonlyArray<string>; readonly steps: ReadonlyArray<Step> }>
  >
}

describe('the notes of a release', () => {
  const changelog = '# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0\n\nThe first release.\n\n## 0.0.9\n'

  it('are the section of its version', () => {
    expect(releaseNotes('v0.2.0', '0.2.0', changelog)).toBe('- New.')
    expect(releaseNotes('v0.1.0', '0.1.0', changelog)).toBe('The first release.')
    expect(
      releaseNotes(`v${packageJson.version}`, packageJson.version, readFileSync('CHANGELOG.md', 'utf8')),
    ).toContain('**Operators**')
  })

  it('are refused for a tag of another version, and for a version without entries', () => {
    expect(() => releaseNotes('v0.2.0', '0.1.0', changelog)).toThrow('The tag v0.2.0 is not v0.1.0')
    expect(() => releaseNotes('v0.3.0', '0.3.0', changelog)).toThrow('CHANGELOG.md says nothing about 0.3.0.')
    expect(() => releaseNotes('v0.0.9', '0.0.9', changelog)).toThrow('CHANGELOG.md says nothing about 0.0.9.')
  })
})

describe('a new version', () => {
  const pages = globSync([
    'README.md',
    'docs/**/*.md',
    'src/**/README.md',
    'simulator/package/README.md',
    'ops/**/*.yaml',
    'action.yml',
    'examples/ci/*.yml',
  ])
  /** What a page shows of the release (an image, a tag, a Job, a table), and of a package (a tarball, a name). */
  const ofRelease = /(?:cotejo-\w+:|REPOSITORY@v|newTag: |cotejo-migrate-|simula\w+ \| `)(\d+[.-]\d+[.-]\d+)/g
  const ofPackage = /(?:cotejo-|@cotejo\/)(client|simulator|server)[-@](\d+\.\d+\.\d+)(?=\.tgz|")/g

  /** The packages have versions of their own. */
  const versions = new Map(
    Array.from(
      readFileSync('scripts/build/Manifest.ts', 'utf8').matchAll(/(client|simulator|server): '(\d+\.\d+\.\d+)'/g),
      ([, name, version]) => [name, version] as const,
    ),
  )

  it('is shown by every page and manifest that names one', () => {
    const shown = pages.flatMap((page) => {
      const text = readFileSync(page, 'utf8')
      const releases = Array.from(text.matchAll(ofRelease), ([, found = '']) => found.replaceAll('-', '.'))
      const packages = Array.from(text.matchAll(ofPackage), ([, name, found]) => ({ name, found }))
      const stale = packages.filter(({ name, found }) => versions.get(name) !== found)
      return [...releases.filter((found) => found !== packageJson.version), ...stale].map((wrong) => [page, wrong])
    })
    expect(shown).toEqual([])
    const all = pages.map((page) => readFileSync(page, 'utf8')).join('\n')
    expect(all.match(ofRelease)?.length).toBeGreaterThan(7)
    expect(all.match(ofPackage)?.length).toBeGreaterThan(6)
  })

  it.each(['action.yml', 'examples/ci/gitlab-certify.yml'])('is named by %s, which runs the simulator', (file) => {
    const named = readFileSync(file, 'utf8').match(/@cotejo\/simulator.*"/g)
    expect(named).toEqual([`@cotejo/simulator@${versions.get('simulator')}"`])
  })
})

describe.each(['ci', 'release'])('the workflow %s', (name) => {
  const text = readFileSync(`.github/workflows/${name}.yml`, 'utf8')
  const workflow: Workflow = parse(text)
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)

  it('pins each action to a commit, or says that a person must', () => {
    for (const { uses } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(?:[0-9a-f]{40}|PIN_ME)$/)
    }
    if (text.includes('@PIN_ME')) expect(readFileSync('docs/release.md', 'utf8')).toContain('PIN_ME')
  })

  it('gets no right but to read, unless a job asks for more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  it('runs scripts that exist', () => {
    const run = steps.flatMap((step) => step.run ?? []).join('\n')
    const scripts: Readonly<Record<string, string>> = packageJson.scripts
    for (const [, script = ''] of run.matchAll(/npm run ([\w:]+)/g)) expect(scripts[script]).toBeDefined()
    for (const [path] of run.matchAll(/scripts\/\w+\.ts/g)) expect(readFileSync(path, 'utf8')).toBeTruthy()
  })
})
