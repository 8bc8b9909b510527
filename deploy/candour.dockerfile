# Candour as one image: docker build -f deploy/candour.dockerfile -t candour .
FROM node:24-bookworm-slim

# ffmpeg makes videos playable that browsers do not play; without it they are kept as they came.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /app
RUN chown node:node /app && install -d -o node -g node /data /backups
USER node

# The packages first: a change of the code alone does not fetch them again.
COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node tools/prepare.mjs tools/prepare.mjs
RUN DATABASE_URL=none node tools/prepare.mjs
COPY --chown=node:node . .
RUN node tools/build.ts

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
