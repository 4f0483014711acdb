import packageJson from '#package.json' with { type: 'json' }

const { license, repository, homepage, bugs, author } = packageJson

/** The versions of the packages: each package has its own, and a changelog that says what each version brings. */
export const versions = { client: '0.1.0', simulator: '0.1.0', server: '0.1.0' } as const

const directories = { client: 'src/client', simulator: 'simulator/package', server: 'src' } as const

/** What the manifests of the published packages have in common. */
export const published = <Name extends keyof typeof versions>(name: Name) => ({
  name: `@cotejo/${name}` as const,
  version: versions[name],
  license,
  author,
  homepage,
  repository: { ...repository, directory: directories[name] },
  bugs,
  publishConfig: { access: 'public', provenance: true },
})
