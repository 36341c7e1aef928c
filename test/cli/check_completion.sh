#!/usr/bin/env bash
# Tests completion as a shell requests it: commands, options, choices, rules, and names in the robot on the line.
set -eu
build=$1 source=$2
export PATH=$build:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$source/examples/arm.urdf" .
cat >two.xacro <<'XACRO'
<robot name="two" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:arg name="side" default="left"/>
  <link name="base"/><link name="$(arg side)_hand"/>
  <joint name="$(arg side)_wrist" type="continuous"><parent link="base"/><child link="$(arg side)_hand"/></joint>
</robot>
XACRO
checked=0
expect() { # shell, words that must come, in any order, for the line in $line
    local want
    want=$(printf '%s\n' "${@:2}" | sort)
    [ "$(sort <<<"$answer")" = "$want" ] || { echo "$1: limb $line: got $(echo $answer)"; exit 1; }
    checked=$((checked + 1))
}

# bash: the words as readline splits them
source <(limb completion bash)
bash_answer() {
    COMP_WORDS=(limb "$@") COMP_CWORD=$# COMPREPLY=()
    _limb || true # compgen without an answer is false
    answer=$(printf '%s\n' "${COMPREPLY[@]}") line="$*"
}
bash_answer fk arm.urdf --link too;                      expect bash tool_link
bash_answer fk arm.urdf --link = too;                    expect bash tool_link
bash_answer fk arm.urdf --link =;                        [ "$(wc -l <<<"$answer")" -gt 5 ]
bash_answer fk arm.urdf --joints should;                 expect bash shoulder_pan= shoulder_lift=
bash_answer fk arm.urdf --joints elbow = 0.5,should;     expect bash 0.5,shoulder_pan= 0.5,shoulder_lift=
bash_answer fk arm.urdf --joints a = 1,b = 0.5,elb;      expect bash 0.5,elbow=
bash_answer reach arm.urdf -l too;                       expect bash tool_link
bash_answer edit arm.urdf ren;                           expect bash rename
bash_answer edit arm.urdf rename "";                     expect bash link joint
bash_answer edit arm.urdf rename joint elb;              expect bash elbow
bash_answer edit arm.urdf set joint/elb;                 expect bash joint/elbow
bash_answer edit arm.urdf move joint/elbow "";           expect bash xyz rpy quat to
bash_answer edit arm.urdf move joint/elbow to too;       expect bash tool_link
bash_answer edit arm.ur;                                 expect bash arm.urdf
bash_answer fk two.xacro side:=right --link rig;         expect bash right_hand
bash_answer fk two.xacro --link l;                       expect bash left_hand
bash_answer check --rule joint-axis-z;                   expect bash joint-axis-zero
bash_answer check --format s;                            expect bash sarif
bash_answer explain joint-axis-z;                        expect bash joint-axis-zero
bash_answer fk missing.urdf --link x;                    answer=${answer:-none}; expect bash none
bash_answer rea;                                         expect bash reach

if command -v fish >/dev/null; then
    limb completion fish >limb.fish
    fish_answer() { line=$1; answer=$(HOME=$folder fish --no-config -c "source limb.fish; complete -C 'limb $1'" | cut -f1); }
    fish_answer 'fk arm.urdf --link too';                expect fish tool_link
    fish_answer 'fk arm.urdf --joints elbow=0.5,should'; expect fish elbow=0.5,shoulder_pan= elbow=0.5,shoulder_lift=
    fish_answer 'edit arm.urdf rename joint elb';        expect fish elbow
    fish_answer 'fk two.xacro side:=right --link rig';   expect fish right_hand
    fish_answer 'rea';                                   expect fish reach
else
    echo "no fish: not tried"
fi

if command -v zsh >/dev/null; then
    limb completion zsh >_limb
    # a real zsh in a pseudo terminal; its listing is the answer
    zsh_answer() {
        line=$1
        answer=$(zsh -f -c '
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z "PS1= PROMPT= RPROMPT=; stty -echo; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D"
            zpty -w z "LISTMAX=0; setopt noautomenu nolistbeep; bindkey \"^I\" complete-word"
            zpty -w z "show() { print -r \"<<\$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N show; bindkey \"^X\" show; echo READ\"\"Y"
            zpty -m -r z out "*READY*"
            zpty -n -w z "limb $1"$'"'\\t\\x18'"'
            zpty -m -r z out "*>>*"
            print -r -- "$out"' zsh "$1" | tr -d '\r' | sed -n 's/.*<<limb \(.*\)>>.*/\1/p' | tail -n 1)
    }
    zsh_answer 'fk arm.urdf --link too';                 expect zsh 'fk arm.urdf --link tool_link '
    zsh_answer 'fk arm.urdf --joints elbow=0.5,wrist_p'; expect zsh 'fk arm.urdf --joints elbow=0.5,wrist_pitch='
    zsh_answer 'edit arm.urdf rename joint elb';         expect zsh 'edit arm.urdf rename joint elbow '
    zsh_answer 'fk two.xacro side:=right --link rig';    expect zsh 'fk two.xacro side:=right --link right_hand '
else
    echo "no zsh: not tried"
fi
[ "$checked" -ge 20 ]
echo "$checked lines completed"
