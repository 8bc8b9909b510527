type BuiltFile = { path: string; sha256: string }

/** Where the sources of a build are from: a commit, and the lockfile that says which packages went into it. */
export type BuildSources = { commit: string; lockfileSha256: string; node: string }

/**
 * What a build was made of, as an in-toto statement (v1) with SLSA's provenance (v1): each file that is served or run,
 * by its hash. It is signed by nobody here; whoever releases signs it with a key of theirs.
 */
export const buildProvenance = (
  product: { name: string; version: string },
  { commit, lockfileSha256, node }: BuildSources,
  files: readonly BuiltFile[],
) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'node tools/build.ts',
      externalParameters: { ...product },
      internalParameters: { node },
      resolvedDependencies: [
        { name: 'sources', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: lockfileSha256 } },
      ],
    },
    runDetails: { builder: { id: 'node tools/build.ts' } },
  },
})
