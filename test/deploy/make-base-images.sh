#!/usr/bin/env bash
# Makes the two images that docker/Dockerfile begins with, from Debian's archive and npm, under the names that it gives them.
# For a machine that builds images without a registry of images. Usage, as root:
#   make-base-images.sh STORE DEBIAN_IMAGE NODE_IMAGE NODE_VERSION
set -euo pipefail
store=$1 debian_image=$2 node_image=$3 node_version=$4
# The npm that Node 24.11 brings.
npm_version=11.6.2
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
case $(uname -m) in aarch64) arch=arm64 ;; *) arch=x64 ;; esac

build() { buildah --root "$store/storage" --runroot "$store/run" "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

if ! build inspect --type image "$debian_image" >/dev/null 2>&1; then
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/debootstrap.log" 2>&1 || { tail -20 "$work/debootstrap.log" >&2; exit 1; }
  printf 'deb %s bookworm main\ndeb %s bookworm-updates main\n' "$mirror" "$mirror" >"$root/etc/apt/sources.list"
  printf 'deb %s-security bookworm-security main\n' "$mirror" >>"$root/etc/apt/sources.list"
  # As Debian's own slim images: no manuals and no translations, now or in packages to come.
  printf 'path-exclude=/usr/share/%s/*\n' doc man info locale lintian >"$root/etc/dpkg/dpkg.cfg.d/docker"
  rm -rf "$root"/usr/share/{doc,man,info,locale,lintian}/* "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/log/*
  container=$(build from scratch)
  build add --quiet "$container" "$root" / >/dev/null
  build config --cmd bash --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  build commit --quiet --rm "$container" "$debian_image" >/dev/null
fi

if ! build inspect --type image "$node_image" >/dev/null 2>&1; then
  packages=$(cd "$work" && npm pack --silent "node-linux-$arch@$node_version" "npm@$npm_version")
  top=$work/node/usr/local
  mkdir -p "$top/bin" "$top/lib/node_modules/npm"
  for package in $packages; do
    case $package in
      npm-*) tar -xzf "$work/$package" -C "$top/lib/node_modules/npm" --strip-components=1 ;;
      *) tar -xzf "$work/$package" -C "$top" package/bin/node --strip-components=1 ;;
    esac
  done
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$top/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$top/bin/npx"
  chmod +x "$top/bin/node" "$top"/lib/node_modules/npm/bin/*-cli.js
  container=$(build from --pull-never "$debian_image")
  build add --quiet "$container" "$work/node" / >/dev/null
  build run --isolation chroot "$container" -- sh -c 'apt-get update -q && apt-get install -yq --no-install-recommends libstdc++6 \
    && rm -rf /var/lib/apt/lists/* && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node' >"$work/apt.log" 2>&1 \
    || { tail -20 "$work/apt.log" >&2; exit 1; }
  build commit --quiet --rm "$container" "$node_image" >/dev/null
fi
