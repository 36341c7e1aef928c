#!/usr/bin/env bash
# Runs the README's commands as a new user would: on a bare Debian, in a clone of HEAD, with nothing installed but make and git.
#   tools/fresh.sh                       make lib, make run (up to the page's address) and make test on each release; a line of times and sizes for each
#   tools/fresh.sh 13                    on this release only
#   tools/fresh.sh 13 make test          one command, with its output and its exit status
# The base systems are made once by debootstrap, from the mirror and with the proxies of this machine's apt, and copied for each
# run; settings of npm and pip and the machine's certificates go along. Needs root, debootstrap and 12 GB under $LIMB_FRESH (/var/tmp/limb-fresh).
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${LIMB_FRESH:-/var/tmp/limb-fresh}
root=$folder/root
certificates=/etc/ssl/certs/ca-certificates.crt

main() {
    local releases="12 13"
    case "${1:-}" in
    12 | 13) releases=$1 && shift ;;
    "") ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    esac
    [ "$(id -u)" = 0 ] || { echo "$0: needs root, for debootstrap and chroot" >&2; exit 2; }
    command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
    mkdir -p "$folder"
    exec 9>"$folder/lock"
    flock -n 9 || { echo "$0: another run uses $folder" >&2; exit 2; }

    if [ $# -gt 0 ]; then
        make_system "$releases"
        run_inside "$@"
        return
    fi
    local lines="" bad=0
    for release in $releases; do
        for target in lib run test; do
            measure "$release" "$target" || bad=1
            lines+="$measured"$'\n'
        done
    done
    printf '\n%s' "$lines"
    return $bad
}

measure() { # release, target; sets the line that says how it went
    local log=$folder/$1-$2.log begun before words status=0
    make_system "$1"
    before=$(used)
    begun=$SECONDS
    echo "== Debian $1: make $2 (output in $log)"
    case $2 in
    run) run_inside bash -c "$until_address" >"$log" 2>&1 || status=$? ;;
    *) run_inside make "$2" >"$log" 2>&1 || status=$? ;;
    esac
    words="$((SECONDS - begun)) s, $(($(used) - before)) MB"
    [ "$2" != test ] || words+=", $(tail -n 1 "$log")"
    if [ $status = 0 ]; then measured="Debian $1: make $2: $words"; else
        tail -n 30 "$log"
        measured="FAILED: Debian $1: make $2: $words"
    fi
    echo "$measured"
    return $status
}

# inside: the page is served until it is stopped, so its address is the end
until_address='
    make run >run.log 2>&1 & job=$!
    until grep -q "http://.*token=" run.log || ! kill -0 $job 2>/dev/null; do sleep 0.2; done
    cat run.log
    grep -q "http://.*token=" run.log'

used() {
    du -sm "$root" | cut -f1
}

make_system() { # release: a bare system in $root, with make, git and a clone
    local suite base
    case $1 in
    12) suite=bookworm ;;
    13) suite=trixie ;;
    esac
    base=$folder/$suite
    [ -e "$base/.made" ] || make_base "$suite" "$base"
    rm -rf "$root"
    cp -a "$base" "$root"
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf; do
        [ ! -e $file ] || cp -L $file "$root$file"
    done
    for file in .npmrc .config/pip/pip.conf; do
        [ ! -e "$HOME/$file" ] || install -D -m 600 "$HOME/$file" "$root/root/$file"
    done
    git clone -q --no-local . "$root/root/limb"
    # robots that some tests take when they are kept beside the project
    if [ -d ../shared/corpus ]; then
        mkdir "$root/root/shared"
        cp -r ../shared/corpus "$root/root/shared/"
    fi
}

make_base() { # suite, folder
    local mirror security keys=/usr/share/keyrings/debian-archive-keyring.gpg
    # of this machine where it is a Debian, and debootstrap's own where it is not
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
    security=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian-Security' | head -n 1)
    rm -rf "$2"
    echo "== debootstrap $1"
    # shellcheck disable=SC2046,SC2086
    debootstrap --variant=minbase $([ ! -e $keys ] || echo --keyring=$keys) "$1" "$2" $mirror >"$folder/$1.log" 2>&1 || { tail "$folder/$1.log" >&2; exit 1; }
    [ -z "$security" ] || echo "deb $security $1-security main" >>"$2/etc/apt/sources.list"
    # how packages are reached, and nothing else that was set by hand
    apt-config dump | grep -i '^Acquire::https\?::' >"$2/etc/apt/apt.conf.d/90machine" || true
    root=$2 run_inside sh -c 'cd / && apt-get update -qq && apt-get install -y -qq --no-install-recommends make git ca-certificates >/dev/null' >>"$folder/$1.log" 2>&1 ||
        { tail "$folder/$1.log" >&2; exit 1; }
    [ ! -e $certificates ] || cp -L $certificates "$2$certificates"
    rm -f "$2"/var/cache/apt/archives/*.deb
    touch "$2/.made"
}

# In namespaces of its own, so that mounts and whatever still runs are gone when it ends.
run_inside() { # command...
    unshare --mount --pid --fork --kill-child bash -euc '
        root=$1; shift
        mount -t proc proc "$root/proc"
        mount --bind /dev "$root/dev"
        mount -t devpts devpts "$root/dev/pts"
        mount -t tmpfs tmpfs "$root/dev/shm"
        mount -t sysfs sysfs "$root/sys" || true
        mkdir -p "$root/root/limb"
        exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            DEBIAN_FRONTEND=noninteractive http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" \
            SSL_CERT_FILE=$0 NODE_EXTRA_CA_CERTS=$0 PIP_CERT=$0 REQUESTS_CA_BUNDLE=$0 sh -c "cd /root/limb && exec \"\$@\"" sh "$@"' \
        $certificates "$root" "$@"
}

main "$@"
