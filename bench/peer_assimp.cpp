// assimp as a peer of the mesh readers.
#include "peer_assimp.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

long limb_bench_assimp_load(const char *path)
{
    Assimp::Importer importer;
    const aiScene *scene =
        importer.ReadFile(path, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
    if (!scene) return -1;
    long count = 0;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        count += scene->mMeshes[i]->mNumFaces;
    return count;
}
